// SPDX-License-Identifier: Apache-2.0
/**
 * Child processes and their files. No process outlives this JVM, and each can be frozen, thawed and killed by its id.
 * The package serves {@link dev.interlock.testbed.server servers} and clients, and servers of other products:
 *
 * <pre>{@code
 * Path directory = RunDirectory.ofThisJvm().create("etcd");
 * int port = LoopbackPort.free();
 * List<String> arguments = List.of("--data-dir", "data", "--listen-client-urls", "http://127.0.0.1:" + port);
 * ChildProcess server = ChildProcess.start(ServerClock.make().wrapper(), program, arguments, directory);
 * if (!server.awaitReady(() -> answers(port))) {
 *     throw new IllegalStateException(server.logTail(20));
 * }
 * }</pre>
 */
@NullMarked
package dev.interlock.testbed.os;

import org.jspecify.annotations.NullMarked;
