// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.process;

import dev.interlock.tck.history.Action;
import dev.interlock.tck.history.History;
import dev.interlock.tck.history.HistoryWriter;
import dev.interlock.tck.history.OpenOperation;
import java.util.ArrayList;
import java.util.List;

/**
 * The client processes of one run: starts them, injects faults into them and gathers the histories that they wrote. For
 * one thread, but for the resources that the processes work on.
 */
public final class ClientProcesses implements AutoCloseable {

    private final RunHistory run = new RunHistory();
    private final List<ClientProcess> processes = new ArrayList<>();
    private final ProcessAccess access;

    /**
     * A run without a client yet.
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
     * @param resources what it works on
     * @return the client, closed with this
     * @throws IllegalStateException if it does not answer within 100 s
     */
    public ClientProcess start(String name, SharedResources resources) {
        return start(name, access, resources);
    }

    /**
     * Starts a client that has a way of its own to the store.
     *
     * @param name of the process in the history; unique there
     * @param own how it opens its backend; stays open
     * @param resources what it works on
     * @return the client, closed with this
     * @throws IllegalStateException if it does not answer within 100 s
     */
    public ClientProcess start(String name, ProcessAccess own, SharedResources resources) {
        ClientProcess process = ClientProcess.start(name, own, run.file(name), resources, run.nemesis());
        processes.add(process);
        return process;
    }

    /**
     * Makes one more file of the history.
     *
     * @param name of the process or the resource that writes it; unique in the history
     * @return its writer
     */
    public HistoryWriter writer(String name) {
        return run.writer(name);
    }

    /**
     * Kills a process, and says so in the history.
     *
     * @param process one that was started here
     */
    public void kill(ClientProcess process) {
        OpenOperation fault = run.nemesis().invoke(Action.KILL, "", process.name(), 0);
        process.kill();
        fault.ok();
    }

    /**
     * Stops a process as it stands, and says so in the history.
     *
     * @param process one that was started here
     * @return lets it go on
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
     * Disturbs the way between a process and the store, and says so in the history.
     *
     * @param process one that was started here
     * @param begin disturbs it
     * @param heal ends that; nothing may disturb the way any more when it returns
     * @return heals it
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
     * Does something to the store, and says so in the history.
     *
     * @param fault what is done
     * @param step does it
     */
    public void inject(Action fault, Runnable step) {
        run.inject(fault, step);
    }

    /**
     * Ends all processes and reads what they wrote.
     *
     * @return the history
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
