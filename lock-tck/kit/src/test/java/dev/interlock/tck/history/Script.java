// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.history;

import dev.interlock.spi.Share;
import java.util.ArrayList;
import java.util.List;

/**
 * A history in a few words a line: {@code process[/owner] ACTION[:units/limit] from to OUTCOME [token [promise]]}, such as
 * {@code p1 ACQUIRE 0 2 OK 7 100}. Times are whole nanoseconds, the lock is L, the owner is the process unless it is
 * named. An operation without an end has - for the end and the outcome. A fault is {@code @target FLUSH from to}, with
 * {@code @} alone for everybody.
 */
final class Script {

    private Script() {}

    static History of(String... lines) {
        List<HistoryEvent> events = new ArrayList<>();
        for (String line : lines) {
            String[] words = line.split(" ", -1);
            boolean fault = words[0].startsWith("@");
            String[] names = words[0].split("/", 2);
            String process = fault ? HistoryWriter.NEMESIS : names[0];
            String owner = fault ? words[0].substring(1) : names[names.length - 1];
            boolean ended = !words[3].equals("-");
            Phase outcome = words.length > 4 && ended ? Phase.valueOf(words[4]) : Phase.OK;
            String[] block = (words.length > 5 ? words[5] : "0").split("-", -1);
            long token = Long.parseLong(block[0]);
            int tokens = token == 0 ? 0 : (int) (Long.parseLong(block[block.length - 1]) - token + 1);
            long promise = words.length > 6 ? Long.parseLong(words[6]) : 0;
            String[] action = words[1].split("[:/]", -1);
            LockPart part = action.length == 1
                    ? LockPart.exclusive("L")
                    : LockPart.shared("L", new Share(Integer.parseInt(action[1]), Integer.parseInt(action[2])));
            HistoryEvent invoke = new HistoryEvent(
                    Long.parseLong(words[2]),
                    process,
                    events.size(),
                    Phase.INVOKE,
                    Action.valueOf(action[0]),
                    part.lock(),
                    owner,
                    0,
                    0,
                    promise,
                    part.share(),
                    "");
            boolean contended = invoke.action() == Action.ACQUIRE && outcome == Phase.FAIL;
            String detail = contended ? Action.CONTENDED : "";
            events.add(invoke);
            if (ended) {
                events.add(invoke.later(Long.parseLong(words[3]), outcome, token, tokens, promise, detail));
            }
        }
        return History.of(events);
    }
}
