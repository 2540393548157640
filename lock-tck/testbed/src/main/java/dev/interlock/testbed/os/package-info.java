// SPDX-License-Identifier: Apache-2.0
/**
 * Processes of our own and their files: started so that none outlives this JVM, stopped, thawed and killed by process
 * id. For {@link dev.interlock.testbed.server servers} and clients, and for a server that is not among those:
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
