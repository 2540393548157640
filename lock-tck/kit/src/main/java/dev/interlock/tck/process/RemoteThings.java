// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.process;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/** What this process works on, at its parent. Thread-safe. */
final class RemoteThings {

    static final String READ = "read";
    static final String WRITE = "write";
    static final String DONE = "done";
    static final String REFUSED = "refused";

    private final Conversation parent;

    RemoteThings(Conversation parent) {
        this.parent = parent;
    }

    SharedThings.Reply read(String thing, long token) {
        return reply(parent.ask(READ, thing, Long.toString(token)));
    }

    SharedThings.Reply write(String thing, long token, long value) {
        return reply(parent.ask(WRITE, thing, Long.toString(token), Long.toString(value)));
    }

    private static SharedThings.Reply reply(CompletableFuture<List<String>> answer) {
        List<String> words = answer.join();
        return words.get(0).equals(DONE)
                ? new SharedThings.Reply.Done(Long.parseLong(words.get(1)))
                : new SharedThings.Reply.Refused(words.get(1));
    }

    /** The parent's side: what a question is answered with. */
    static String[] answer(SharedThings things, String process, List<String> words) {
        long token = Long.parseLong(words.get(2));
        SharedThings.Reply reply = words.get(0).equals(READ)
                ? things.read(process, words.get(1), token)
                : things.write(process, words.get(1), token, Long.parseLong(words.get(3)));
        return reply instanceof SharedThings.Reply.Done done
                ? new String[] {DONE, Long.toString(done.value())}
                : new String[] {REFUSED, ((SharedThings.Reply.Refused) reply).reason()};
    }
}
