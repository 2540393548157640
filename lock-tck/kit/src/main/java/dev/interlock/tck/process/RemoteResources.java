// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.process;

import dev.interlock.testbed.jvm.Conversation;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The parent's resources, as a client process reaches them. Thread-safe. */
final class RemoteResources {

    static final String READ = "read";
    static final String WRITE = "write";
    static final String LOOK = "look";
    static final String DONE = "done";
    static final String REFUSED = "refused";

    private final Conversation parent;

    RemoteResources(Conversation parent) {
        this.parent = parent;
    }

    SharedResources.Reply read(String resource, long token) {
        return reply(parent.ask(READ, resource, Long.toString(token)));
    }

    SharedResources.Reply look(String resource) {
        return reply(parent.ask(LOOK, resource));
    }

    SharedResources.Reply write(String resource, long token, long value) {
        return reply(parent.ask(WRITE, resource, Long.toString(token), Long.toString(value)));
    }

    private static SharedResources.Reply reply(CompletableFuture<List<String>> answer) {
        List<String> words = answer.join();
        return words.get(0).equals(DONE)
                ? new SharedResources.Reply.Done(Long.parseLong(words.get(1)))
                : new SharedResources.Reply.Refused(words.get(1));
    }

    /** Returns the parent's answer to a question. */
    static String[] answer(SharedResources resources, String process, List<String> words) {
        String resource = words.get(1);
        SharedResources.Reply reply = switch (words.get(0)) {
            case LOOK -> resources.look(resource);
            case READ -> resources.read(process, resource, Long.parseLong(words.get(2)));
            default -> resources.write(process, resource, Long.parseLong(words.get(2)), Long.parseLong(words.get(3)));
        };
        return reply instanceof SharedResources.Reply.Done done
                ? new String[] {DONE, Long.toString(done.value())}
                : new String[] {REFUSED, ((SharedResources.Reply.Refused) reply).reason()};
    }
}
