// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.event;

import dev.interlock.ClientOptions;
import dev.interlock.LockCall;
import dev.interlock.LockEvent;
import org.jspecify.annotations.Nullable;

/**
 * What the listeners noted of the caller of one acquisition, or of all acquisitions of a set: a list of notes. Immutable.
 */
public final class Calls {

    /** No listener noted anything. */
    public static final Calls NONE = new Calls(null, null, null, null);

    private final @Nullable Object listener;
    private final @Nullable LockCall call;
    private final @Nullable String hint;
    private final @Nullable Calls others;

    private Calls(@Nullable Object listener, @Nullable LockCall call, @Nullable String hint, @Nullable Calls others) {
        this.listener = listener;
        this.call = call;
        this.hint = hint;
        this.others = others;
    }

    /** These and one more. */
    Calls and(Object noting, LockCall noted) {
        return new Calls(noting, noted, noted.holderHint(), this);
    }

    /** These and those of another lock of the same set. */
    public Calls and(Calls more) {
        Calls all = this;
        for (Calls each = more; each != null; each = each.others) {
            all = each.call == null ? all : new Calls(each.listener, each.call, each.hint, all);
        }
        return all;
    }

    /** Tells what this listener noted that it has ended. */
    void end(Object noting, LockEvent event) {
        for (Calls each = this; each != null; each = each.others) {
            if (each.listener == noting && each.call != null) {
                each.call.ended(event);
            }
        }
    }

    /**
     * What the store keeps for people: the text of the client, and that of the first listener that has one.
     *
     * @param ofClient the client's own text, or null
     */
    public @Nullable String holderHint(@Nullable String ofClient) {
        String added = null;
        for (Calls each = this; each != null; each = each.others) {
            added = each.hint == null || each.hint.isEmpty() ? added : each.hint;
        }
        if (added == null) {
            return ofClient;
        }
        String printable = shortened(added.replaceAll("[^ -~]", "?"), ClientOptions.MAX_HINT);
        int left = ClientOptions.MAX_HINT - printable.length() - 1;
        return ofClient == null || left <= 0 ? printable : shortened(ofClient, left) + " " + printable;
    }

    private static String shortened(String text, int most) {
        return text.length() <= most ? text : text.substring(0, most);
    }
}
