// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.history;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The merged records of all processes of a run, in order of time, with each invoke paired with its end. Immutable. */
public final class History {

    private final List<HistoryEvent> events;
    private final List<Operation> operations;
    private final int tornLines;

    private History(List<HistoryEvent> events, List<Operation> operations, int tornLines) {
        this.events = events;
        this.operations = operations;
        this.tornLines = tornLines;
    }

    /**
     * Reads and merges the files of a run. If the last line of a file does not end, its process was killed while
     * writing it, and the line is left out.
     *
     * @param files one for each process
     * @return the history
     * @throws IllegalArgumentException if a file is malformed, naming file and line
     * @throws java.io.UncheckedIOException if a file cannot be read
     */
    public static History read(Collection<Path> files) {
        HistoryReader reader = new HistoryReader();
        files.forEach(reader::read);
        return pair(reader.events(), reader.places(), reader.tornLines());
    }

    /**
     * Creates a history from events.
     *
     * @param events in any order; events of one process at one moment in the order in which they were written
     * @return the history
     * @throws IllegalArgumentException if an operation ends twice, before it starts, or without a start
     */
    public static History of(Collection<HistoryEvent> events) {
        return pair(List.copyOf(events), Map.of(), 0);
    }

    /**
     * Writes the history to a file that can be read again: a header, then a line for each event, in order of time.
     *
     * @param file is replaced
     * @param mostBytes the maximum size of the file; events that do not fit are left out at the end
     * @return how many events were written
     * @throws java.io.UncheckedIOException if the file cannot be written
     */
    public int write(Path file, long mostBytes) {
        return HistoryFile.write(events, file, mostBytes);
    }

    private static History pair(List<HistoryEvent> events, Map<HistoryEvent, String> places, int tornLines) {
        List<HistoryEvent> sorted = new ArrayList<>(events);
        sorted.sort(Comparator.comparingLong(HistoryEvent::nanos));
        Map<Key, HistoryEvent> ends = new HashMap<>();
        Map<Key, HistoryEvent> invokes = new HashMap<>();
        for (HistoryEvent event : events) {
            boolean note = event.phase() == Phase.NOTE && event.action() != Action.BELIEVE;
            refuse(note, event, places, "is only noted, but has to be invoked before it happens and ended afterwards");
            if (isEnd(event)) {
                refuse(ends.put(key(event), event) != null, event, places, "ends for the second time");
            } else if (event.phase() == Phase.INVOKE) {
                refuse(invokes.put(key(event), event) != null, event, places, "is invoked for the second time");
            }
        }
        ends.forEach((key, end) -> {
            HistoryEvent invoke = invokes.get(key);
            refuse(invoke == null, end, places, "ends but was never invoked");
            refuse(invoke != null && invoke.nanos() > end.nanos(), end, places, "ends before it was invoked");
            refuse(invoke != null && !sameSubject(invoke, end), end, places, "ends as another than it was invoked");
        });
        List<Operation> operations = sorted.stream()
                .filter(event -> event.phase() == Phase.INVOKE)
                .map(event -> new Operation(event, ends.get(key(event))))
                .toList();
        return new History(List.copyOf(sorted), operations, tornLines);
    }

    private static boolean isEnd(HistoryEvent event) {
        boolean single = event.action() == Action.EFFECT || event.action() == Action.HANDSHAKE;
        return !single && event.phase() != Phase.INVOKE && event.phase() != Phase.NOTE;
    }

    private static boolean sameSubject(HistoryEvent invoke, HistoryEvent end) {
        return invoke.action() == end.action()
                && invoke.lock().equals(end.lock())
                && invoke.owner().equals(end.owner());
    }

    private static void refuse(boolean wrong, HistoryEvent event, Map<HistoryEvent, String> places, String what) {
        if (wrong) {
            throw new IllegalArgumentException(places.getOrDefault(event, "history") + ": " + event.action() + " "
                    + event.op() + " of " + event.process() + " " + what);
        }
    }

    private record Key(String process, long op) {}

    private static Key key(HistoryEvent event) {
        return new Key(event.process(), event.op());
    }

    /** {@return all events in order of time} */
    public List<HistoryEvent> events() {
        return events;
    }

    /** {@return all operations in order of their invokes} */
    public List<Operation> operations() {
        return operations;
    }

    /** {@return how many files ended in a torn line} */
    public int tornLines() {
        return tornLines;
    }

    /** {@return the time of the first event, 0 if there is none} */
    public long start() {
        return events.isEmpty() ? 0 : events.get(0).nanos();
    }

    /** The injected faults, each with the window in which it happened. */
    List<InjectedFault> injectedFaults() {
        List<InjectedFault> injectedFaults = new ArrayList<>();
        for (Operation operation : operations) {
            if (operation.action().injected() && operation.outcome() != Phase.FAIL) {
                injectedFaults.add(new InjectedFault(operation.invoked(), operation.from(), operation.over()));
            }
        }
        return injectedFaults;
    }

    /** The time at which each killed process was surely dead. */
    Map<String, Long> deaths() {
        Map<String, Long> deaths = new HashMap<>();
        for (InjectedFault fault : injectedFaults()) {
            if (fault.action() == Action.KILL) {
                deaths.merge(fault.event().owner(), fault.to(), Math::min);
            }
        }
        return deaths;
    }

    /** Why no check can give a verdict. */
    Optional<Verdict> unusable() {
        for (HistoryEvent event : events) {
            if (event.action() == Action.HANDSHAKE && event.phase() != Phase.OK) {
                return Optional.of(new Verdict.Unknown(
                        "the clock of " + event.process() + " does not compare with its parent's: " + event.detail()));
            }
        }
        return Optional.empty();
    }
}
