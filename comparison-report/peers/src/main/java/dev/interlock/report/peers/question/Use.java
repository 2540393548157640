// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.peers.question;

import dev.interlock.report.contender.Part;
import dev.interlock.report.peer.PeerQuestion;
import dev.interlock.report.peer.PeerSubject;

/** What a question is put to: the part that its holder takes, the part that the next client wants, and the words for both. */
enum Use {
    /** One holder after the other. */
    LOCK("", PeerSubject.LOCKS, Part.LOCK, Part.LOCK, "holder", "another client", "lock", "holds", "writes"),
    /** A reader, and a writer that must wait for it. */
    READER(
            "RW-",
            PeerSubject.READERS_AND_WRITERS,
            Part.READ,
            Part.WRITE,
            "reader",
            "a writer",
            "lock",
            "reads",
            "reads on"),
    /** The holder of the only permit. */
    PERMIT(
            "PERMITS-",
            PeerSubject.PERMITS,
            Part.PERMIT,
            Part.PERMIT,
            "holder of the only permit",
            "another client",
            "permit",
            "holds",
            "writes");

    private final String prefix;
    private final PeerSubject subject;
    private final Part held;
    private final Part wanted;
    private final String holder;
    private final String next;
    private final String thing;
    private final String holds;
    private final String acts;

    Use(
            String prefix,
            PeerSubject subject,
            Part held,
            Part wanted,
            String holder,
            String next,
            String thing,
            String holds,
            String acts) {
        this.prefix = prefix;
        this.subject = subject;
        this.held = held;
        this.wanted = wanted;
        this.holder = holder;
        this.next = next;
        this.thing = thing;
        this.holds = holds;
        this.acts = acts;
    }

    /** A question on this use; in its texts, words in braces stand for those of the use. */
    PeerQuestion question(String id, String asks, String how) {
        return new PeerQuestion(prefix + id, subject, words(asks), words(how));
    }

    private String words(String text) {
        return text.replace("{holder}", holder)
                .replace("{next}", next)
                .replace("{thing}", thing)
                .replace("{holds}", holds)
                .replace("{acts}", acts);
    }

    /** The part of the holder. */
    Part held() {
        return held;
    }

    /** The part of the next client. */
    Part wanted() {
        return wanted;
    }

    /** The thing that is held, as a word. */
    String thing() {
        return thing;
    }
}
