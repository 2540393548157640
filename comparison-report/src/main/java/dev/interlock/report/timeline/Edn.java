// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.timeline;

import dev.interlock.tck.history.Action;
import dev.interlock.tck.history.History;
import dev.interlock.tck.history.HistoryEvent;
import dev.interlock.tck.history.HistoryWriter;
import dev.interlock.tck.history.Operation;
import dev.interlock.tck.history.Phase;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A history as a vector of operations in EDN, as Jepsen, Knossos and Elle read it. There a process is a number, does
 * one operation at a time, and is never used again once an outcome is unknown. So each of our processes becomes as many
 * numbers as it needs.
 */
final class Edn {

    private final Map<HistoryEvent, Integer> numbers = new HashMap<>();
    private final List<Free> free = new ArrayList<>();

    private Edn() {}

    /** A free number, its process, and the time from which it may be used again. */
    private record Free(String process, int number, long from) {}

    static String of(History history) {
        Edn edn = new Edn();
        history.operations().stream()
                .filter(step -> !step.process().equals(HistoryWriter.NEMESIS))
                .sorted(Comparator.comparingLong(step -> step.invoked().nanos()))
                .forEach(edn::number);
        StringBuilder text = new StringBuilder("[");
        int index = 0;
        for (HistoryEvent event : history.events()) {
            if (event.phase() != Phase.NOTE && event.action() != Action.HANDSHAKE) {
                text.append(index == 0 ? "" : "\n ").append(edn.line(event, index, history.start()));
                index++;
            }
        }
        return text.append("]\n").toString();
    }

    private void number(Operation step) {
        HistoryEvent ended = step.ended();
        long over = ended == null || ended.phase() == Phase.INFO ? Long.MAX_VALUE : ended.nanos();
        int number = -1;
        for (int i = 0; i < free.size() && number < 0; i++) {
            Free each = free.get(i);
            if (each.process().equals(step.process())
                    && each.from() < step.invoked().nanos()) {
                number = each.number();
                free.set(i, new Free(each.process(), number, over));
            }
        }
        if (number < 0) {
            number = free.size();
            free.add(new Free(step.process(), number, over));
        }
        numbers.put(step.invoked(), number);
        if (ended != null) {
            numbers.put(ended, number);
        }
    }

    private String line(HistoryEvent event, int index, long start) {
        Integer number = numbers.get(event);
        boolean fault = number == null;
        return "{:index " + index + ", :time " + (event.nanos() - start) + ", :type :"
                + (fault ? "info" : word(event.phase())) + ", :process " + (fault ? ":nemesis" : number) + ", :f :"
                + word(event.action()) + ", :value " + value(event) + "}";
    }

    private static String value(HistoryEvent event) {
        return "{:node " + text(event.process()) + ", :lock " + text(event.lock()) + ", :owner " + text(event.owner())
                + ", :token " + (event.tokens() == 0 ? "nil" : Long.toString(event.token())) + ", :promise "
                + event.promiseNanos() + ", :outcome :" + word(event.phase()) + ", :detail " + text(event.detail())
                + "}";
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static String text(String text) {
        return "\""
                + text.replace("\\", "\\\\")
                        .replace("\"", "\\\"")
                        .replace("\t", "\\t")
                        .replace("\r", "\\r")
                        .replace("\n", "\\n")
                + "\"";
    }
}
