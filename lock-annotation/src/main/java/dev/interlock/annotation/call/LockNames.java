// SPDX-License-Identifier: Apache-2.0
package dev.interlock.annotation.call;

import dev.interlock.LockName;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Checks the lock names of a method's calls. A name that callers would share by mistake is rejected. Immutable.
 *
 * @param method the method, for messages
 * @param advice how to write an expression, for a name that is none; perhaps empty
 */
public record LockNames(String method, String advice) {

    /** The default text of a Java array, which differs for each array. */
    private static final Pattern ARRAY = Pattern.compile("\\[(?:L[\\w.$]+;|[BCDFIJSZ])@[0-9a-f]+");

    /**
     * Checks an evaluated name.
     *
     * @param template the name as written
     * @param name the name as evaluated
     * @return the name
     * @throws IllegalArgumentException if it is null, holds the default text of an array, or is not a valid lock name
     */
    public String checked(String template, @Nullable String name) {
        if (name == null) {
            throw refused(template, "is null", null);
        }
        if (name.indexOf('[') >= 0 && ARRAY.matcher(name).find()) {
            throw refused(template, "holds an array, which has no text of its own" + advice, null);
        }
        try {
            return new LockName(name).value();
        } catch (IllegalArgumentException e) {
            throw refused(template, String.valueOf(e.getMessage()), e);
        }
    }

    /**
     * Creates the exception for a name that cannot be used.
     *
     * @param template the name as written
     * @param reason what is wrong
     * @param cause the cause, or null
     * @return the exception
     */
    public IllegalArgumentException refused(String template, String reason, @Nullable Throwable cause) {
        return new IllegalArgumentException(
                "the lock's name '" + template + "' of @Locked on " + method + " " + reason
                        + "; the method was not called: pass arguments that make 1 to " + LockName.MAX_BYTES
                        + " bytes of text, or correct the expression",
                cause);
    }
}
