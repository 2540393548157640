// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.process;

import dev.interlock.tck.history.Action;
import dev.interlock.tck.history.History;
import dev.interlock.tck.history.HistoryWriter;
import dev.interlock.tck.history.OpenOperation;
import dev.interlock.testbed.os.RunDirectory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The files of one run's history: one for each client and resource, and one for the faults. For one thread. */
final class RunHistory implements AutoCloseable {

    private final Path directory = RunDirectory.ofThisJvm().create("histories");
    private final List<Path> files = new ArrayList<>();
    private final HistoryWriter nemesis = writer(HistoryWriter.NEMESIS);

    /** The writer for the faults. */
    HistoryWriter nemesis() {
        return nemesis;
    }

    /** One more file, for a process that writes it itself. The name is unique in the history. */
    Path file(String name) {
        Path file = directory.resolve(name + ".tsv");
        files.add(file);
        return file;
    }

    /** One more file, written in this JVM. */
    HistoryWriter writer(String name) {
        return HistoryWriter.create(file(name), name);
    }

    /** Injects a fault into the store and records it. */
    void inject(Action fault, Runnable step) {
        OpenOperation window = nemesis.invoke(fault, "", "", 0);
        step.run();
        window.ok();
    }

    /** Reads the records of all writers so far. */
    History read() {
        return History.read(files);
    }

    @Override
    public void close() {
        nemesis.close();
        RunDirectory.deleteTree(directory);
    }
}
