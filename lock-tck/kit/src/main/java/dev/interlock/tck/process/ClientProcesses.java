// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.process;

import dev.interlock.tck.history.Action;
import dev.interlock.tck.history.History;
import dev.interlock.tck.history.HistoryWriter;
import dev.interlock.tck.history.OpenOperation;
import java.util.ArrayList;
import java.util.List;

/**
 * The client processes of one run. It starts them, injects faults into them and gathers their histories. For one
 * thread, except for the resources that the processes work on.
 */
public final class ClientProcesses implements AutoCloseable {

    private final RunHistory run = new RunHistory();
    private final List<ClientProcess> processes = new ArrayList<>();
    private final ProcessAccess access;

    /**
     * Creates a run without clients.
     *
     * @param access how clients open their backends; closed with this
     */
    public ClientProcesses(ProcessAccess access) {
        this.access = access;
    }

    /**
     * Starts a client.
     *
     * @param name of the process in the history; unique there
     * @param resources the resources that it works on
     * @return the client, closed with this
     * @throws IllegalStateException if it does not answer within 100 s
     */
    public ClientProcess start(String name, SharedResources resources) {
        return start(name, access, resources);
    }

    /**
     * Starts a client with its own access to the store.
     *
     * @param name of the process in the history; unique there
     * @param own how it opens its backend; stays open
     * @param resources the resources that it works on
     * @return the client, closed with this
     * @throws IllegalStateException if it does not answer within 100 s
     */
    public ClientProcess start(String name, ProcessAccess own, SharedResources resources) {
        ClientProcess process = ClientProcess.start(name, own, run.file(name), resources, run.nemesis());
        processes.add(process);
        return process;
    }

    /**
     * Creates one more file of the history.
     *
     * @param name of the process or the resource that writes it; unique in the history
     * @return its writer
     */
    public HistoryWriter writer(String name) {
        return run.writer(name);
    }

    /**
     * Kills a process, and records that in the history.
     *
     * @param process a process that was started here
     */
    public void kill(ClientProcess process) {
        OpenOperation fault = run.nemesis().invoke(Action.KILL, "", process.name(), 0);
        process.kill();
        fault.ok();
    }

    /**
     * Freezes a process, and records that in the history.
     *
     * @param process a process that was started here
     * @return lets it continue
     */
    public Runnable freeze(ClientProcess process) {
        OpenOperation fault = run.nemesis().invoke(Action.PAUSE, "", process.name(), 0);
        process.freeze();
        return () -> {
            process.thaw();
            fault.ok();
        };
    }

    /**
     * Disturbs the way between a process and the store, and records that in the history.
     *
     * @param process a process that was started here
     * @param begin starts the disturbance
     * @param heal ends it; when it returns, nothing may disturb the way any more
     * @return heals the way
     */
    public Runnable partition(ClientProcess process, Runnable begin, Runnable heal) {
        OpenOperation fault = run.nemesis().invoke(Action.PARTITION, "", process.name(), 0);
        begin.run();
        return () -> {
            heal.run();
            fault.ok();
        };
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
     * Ends all processes and reads their histories.
     *
     * @return the merged history
     */
    public History history() {
        processes.forEach(ClientProcess::close);
        processes.clear();
        return run.read();
    }

    @Override
    public void close() {
        processes.forEach(ClientProcess::close);
        access.close();
        run.close();
    }
}
