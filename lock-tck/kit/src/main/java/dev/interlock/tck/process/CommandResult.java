// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.process;

import java.util.List;

/**
 * The result of a command to a client process.
 *
 * @param outcome {@value #OK}, {@value #FAIL} (surely no effect) or {@value #INFO} (unknown)
 * @param text a handle's key if it is ok, else the reason
 * @param number a fencing token or a value; 0 if there is none
 */
public record CommandResult(String outcome, String text, long number) {

    /** The command succeeded. */
    public static final String OK = "ok";

    /** It surely had no effect. */
    public static final String FAIL = "fail";

    /** It may have had an effect. */
    public static final String INFO = "info";

    static CommandResult ok(String text, long number) {
        return new CommandResult(OK, text, number);
    }

    static CommandResult fail(String reason) {
        return new CommandResult(FAIL, reason, 0);
    }

    static CommandResult info(String reason) {
        return new CommandResult(INFO, reason, 0);
    }

    static CommandResult of(List<String> words) {
        return new CommandResult(words.get(0), words.get(1), words.size() > 2 ? Long.parseLong(words.get(2)) : 0);
    }

    /**
     * Returns whether the command succeeded.
     *
     * @return true if the outcome is {@value #OK}
     */
    public boolean isOk() {
        return outcome.equals(OK);
    }

    String[] words() {
        return new String[] {outcome, text, Long.toString(number)};
    }
}
