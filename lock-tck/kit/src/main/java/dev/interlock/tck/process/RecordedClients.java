// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.process;

import dev.interlock.tck.history.Action;
import dev.interlock.tck.history.History;
import dev.interlock.tck.history.HistoryWriter;
import java.util.ArrayList;
import java.util.List;

/**
 * Clients of this JVM that write down what they do as client processes would, each under a name of its own, for rules
 * that do something to the store and to no process. For one thread, but for the resources that the clients work on.
 */
public final class RecordedClients implements AutoCloseable {

    private final RunHistory run = new RunHistory();
    private final List<HistoryWriter> writers = new ArrayList<>();

    /** A run without a client yet; to be closed after its clients. */
    public RecordedClients() {}

    /**
     * Prepares a client.
     *
     * @param name of the client in the history; unique there
     * @return what its backend and its options go through
     */
    public RecordedClient client(String name) {
        return new RecordedClient(name, writer(name));
    }

    /**
     * Makes one more file of the history.
     *
     * @param name of the resource that writes it; unique in the history
     * @return its writer, closed with this
     */
    public HistoryWriter writer(String name) {
        HistoryWriter writer = run.writer(name);
        writers.add(writer);
        return writer;
    }

    /**
     * Does something to the store, and says so in the history.
     *
     * @param fault what is done
     * @param step does it
     */
    public void inject(Action fault, Runnable step) {
        run.inject(fault, step);
    }

    /**
     * Reads what was written by now; the clients may go on.
     *
     * @return the history
     */
    public History history() {
        return run.read();
    }

    @Override
    public void close() {
        writers.forEach(HistoryWriter::close);
        run.close();
    }
}
