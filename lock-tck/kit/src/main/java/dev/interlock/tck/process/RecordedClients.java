// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.process;

import dev.interlock.tck.history.Action;
import dev.interlock.tck.history.History;
import dev.interlock.tck.history.HistoryWriter;
import java.util.ArrayList;
import java.util.List;

/**
 * Clients in this JVM that record their steps as client processes would, each under its own name. They serve rules that
 * inject faults into the store and into no process. For one thread, except for the resources that the clients work on.
 */
public final class RecordedClients implements AutoCloseable {

    private final RunHistory run = new RunHistory();
    private final List<HistoryWriter> writers = new ArrayList<>();

    /** Creates a run without clients. Close it after its clients. */
    public RecordedClients() {}

    /**
     * Prepares a client.
     *
     * @param name of the client in the history; unique there
     * @return decorates the client's backend and options
     */
    public RecordedClient client(String name) {
        return new RecordedClient(name, writer(name));
    }

    /**
     * Creates one more file of the history.
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
     * Injects a fault into the store, and records it in the history.
     *
     * @param fault the fault
     * @param step injects it
     */
    public void inject(Action fault, Runnable step) {
        run.inject(fault, step);
    }

    /**
     * Reads the records so far; the clients may continue.
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
