// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.process;

import dev.interlock.ClientOptions;
import dev.interlock.LockClient;
import dev.interlock.tck.history.HistoryWriter;
import dev.interlock.testbed.jvm.Conversation;
import dev.interlock.testbed.jvm.ParentJvm;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * The program of a client process. It reads commands from its input, carries them out, and ends when its input ends, so
 * that it does not outlive the process that started it.
 */
final class ClientMain {

    private ClientMain() {}

    /**
     * Runs the client.
     *
     * @param arguments its name, the history file to create, the class name of a {@link BackendOpener}, and where the
     *     store is
     */
    public static void main(String[] arguments) throws ReflectiveOperationException, IOException {
        String process = arguments[0];
        Conversation parent = ParentJvm.connect();
        Class<?> opener = Class.forName(arguments[2]);
        BackendOpener store = (BackendOpener) opener.getDeclaredConstructor().newInstance();
        ExecutorService threads = Executors.newCachedThreadPool();
        try (HistoryWriter history = HistoryWriter.create(Path.of(arguments[1]), process)) {
            ClientHandles held = new ClientHandles(history, process);
            ClientOptions options = ClientOptions.STANDARD.withListeners(held);
            try (OwnClients clients = new OwnClients(
                    () -> LockClient.using(new HistoryBackend(store.open(arguments[3]), history), options))) {
                // Before the first command, which must find the process ready.
                clients.client(0);
                LockedUpdate update = new LockedUpdate(new RemoteResources(parent), history, process);
                ClientCommands commands = new ClientCommands(clients, held, update, threads);
                parent.listen(System.in, commands::run);
            } finally {
                threads.shutdownNow();
            }
        }
        Runtime.getRuntime().halt(0);
    }
}
