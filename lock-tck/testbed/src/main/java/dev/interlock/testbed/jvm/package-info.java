// SPDX-License-Identifier: Apache-2.0
/**
 * Child JVMs and the conversation with them, for tests and benchmarks whose clients run in processes of their own:
 *
 * <pre>{@code
 * JavaProgram program = new JavaProgram(Echo.class, List.of("-Xmx64m"));
 * try (ChildJvm child = ChildJvm.start("echo", program)) {
 *     List<String> answer = child.answer(Duration.ofSeconds(60), child.ask("hello"));
 * }
 *
 * final class Echo {
 *     public static void main(String[] arguments) throws IOException {
 *         ParentJvm.connect().listen(System.in, question -> question.answer(question.words()));
 *     }
 * }
 * }</pre>
 */
@NullMarked
package dev.interlock.testbed.jvm;

import org.jspecify.annotations.NullMarked;
