// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.peers.question;

import dev.interlock.report.contender.Part;
import dev.interlock.report.peers.client.ClientHost;
import dev.interlock.report.peers.client.ClientMessage;
import dev.interlock.report.peers.client.ClientMessage.Kind;
import dev.interlock.report.peers.client.OrderKind;
import dev.interlock.report.timeline.Timeline;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;

/** A client in a question; its actions are drawn in its lane. */
public final class Client {

    /** The thread that follows all orders, unless a question needs a second one. */
    static final String HAND = "1";

    private static final int MOST_TEXT = 110;

    /**
     * An answer or report with its time of arrival.
     *
     * @param told the answer or report
     * @param nanos the time of arrival
     */
    record Heard(ClientMessage told, long nanos) {}

    private final String lane;
    private final ClientHost host;
    private final Part part;
    private final String lock;
    private final Scene scene;
    private final Resource resource;
    private final List<Heard> heard;
    private volatile boolean standing;

    Client(String lane, ClientHost host, Part part, String lock, Scene scene, Resource resource) {
        this(lane, host, part, lock, scene, resource, new CopyOnWriteArrayList<>());
    }

    private Client(
            String lane, ClientHost host, Part part, String lock, Scene scene, Resource resource, List<Heard> heard) {
        this.lane = lane;
        this.host = host;
        this.part = part;
        this.heard = heard;
        this.lock = lock;
        this.scene = scene;
        this.resource = resource;
    }

    /** The same client, which wants another part. */
    Client wanting(Part other) {
        return new Client(lane, host, other, lock, scene, resource, heard);
    }

    void hear(ClientMessage told) {
        heard.add(new Heard(told, System.nanoTime()));
        if (told.kind() == Kind.WROTE) {
            resource.write(lane, told.number());
            if (standing) {
                scene.believes(lane);
            }
        } else if (told.kind() == Kind.LEARNED) {
            scene.believesNoMore(lane);
        }
    }

    /** The answers and reports of a kind since a moment. */
    List<Heard> heard(Kind kind, long sinceNanos) {
        return heard.stream()
                .filter(each -> each.told().kind() == kind && each.nanos() >= sinceNanos)
                .toList();
    }

    CompletableFuture<Heard> acquire(Duration limit) {
        return acquire(HAND, limit);
    }

    CompletableFuture<Heard> acquire(String hand, Duration limit) {
        long asked = System.nanoTime();
        return host.order(OrderKind.ACQUIRE, hand, part, lock, limit).thenApply(told -> {
            scene.lasted(lane, Timeline.Kind.ASKED, asked, "acquire: " + text(told));
            if (told.kind() == Kind.GRANTED) {
                scene.believes(lane);
            }
            return new Heard(told, System.nanoTime());
        });
    }

    CompletableFuture<Heard> order(OrderKind kind) {
        long asked = System.nanoTime();
        return host.order(kind, HAND, part, lock, Duration.ZERO).thenApply(told -> {
            if (kind == OrderKind.RELEASE || kind == OrderKind.RELEASE_UNOWNED) {
                scene.lasted(lane, Timeline.Kind.ASKED, asked, "release: " + text(told));
                scene.believesNoMore(lane);
            }
            return new Heard(told, System.nanoTime());
        });
    }

    CompletableFuture<ClientMessage> contend(Duration length) {
        long asked = System.nanoTime();
        return host.order(OrderKind.CONTEND, "contention", part, lock, length).thenApply(told -> {
            scene.lasted(lane, Timeline.Kind.ASKED, asked, "three threads acquire and release: " + text(told));
            return told;
        });
    }

    CompletableFuture<ClientMessage> overlap(Duration length) {
        long asked = System.nanoTime();
        return host.order(OrderKind.OVERLAP, "overlap", part, lock, length).thenApply(told -> {
            scene.lasted(lane, Timeline.Kind.BELIEVED, asked, "three threads whose holds overlap: " + text(told));
            return told;
        });
    }

    /** Becomes a candidate, which writes while its library says that it leads. */
    void stand(OrderKind kind) throws InterruptedException {
        standing = true;
        ClientMessage told = Stage.await(host.order(kind, HAND, part, lock, Duration.ZERO), Stage.PATIENCE);
        if (told.kind() != Kind.DONE) {
            throw new IllegalStateException("no candidate: " + text(told));
        }
    }

    /** Whether its library says, now, that it leads. */
    boolean leads() throws InterruptedException {
        return Stage.await(host.order(OrderKind.LEADS, HAND, part, lock, Duration.ZERO), Stage.PATIENCE)
                        .number()
                == 1;
    }

    /** Stops the client until the caller ends the pause. */
    Pause pause() {
        host.jvm().freeze();
        long since = System.nanoTime();
        return () -> {
            host.jvm().thaw();
            scene.lasted(lane, Timeline.Kind.STOPPED, since, "stopped");
        };
    }

    /** The end of a pause. */
    interface Pause {
        void end();
    }

    void kill() {
        host.close();
        scene.fault(lane + " killed");
        scene.believesNoMore(lane);
    }

    static String text(ClientMessage told) {
        return switch (told.kind()) {
            case GRANTED -> told.number() > 0 ? "granted, token " + told.number() : "granted";
            case REFUSED -> "refused";
            case DONE -> "ok";
            default -> brief(told.text());
        };
    }

    /** The class of an exception and the beginning of its message. */
    private static String brief(String text) {
        String line = text.lines().findFirst().orElse("").replaceFirst("^(?:[a-z0-9_]+\\.)+(?=[A-Z])", "");
        return line.length() <= MOST_TEXT ? line : line.substring(0, MOST_TEXT) + "...";
    }
}
