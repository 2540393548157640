// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.peers.question;

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
    private final String lock;
    private final Scene scene;
    private final Resource resource;
    private final List<Heard> heard = new CopyOnWriteArrayList<>();

    Client(String lane, ClientHost host, String lock, Scene scene, Resource resource) {
        this.lane = lane;
        this.host = host;
        this.lock = lock;
        this.scene = scene;
        this.resource = resource;
    }

    void hear(ClientMessage told) {
        heard.add(new Heard(told, System.nanoTime()));
        if (told.kind() == Kind.WROTE) {
            resource.write(lane, told.number());
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
        return host.order(OrderKind.ACQUIRE, hand, lock, limit).thenApply(told -> {
            scene.lasted(lane, Timeline.Kind.ASKED, asked, "acquire: " + text(told));
            if (told.kind() == Kind.GRANTED) {
                scene.believes(lane);
            }
            return new Heard(told, System.nanoTime());
        });
    }

    CompletableFuture<Heard> order(OrderKind kind) {
        long asked = System.nanoTime();
        return host.order(kind, HAND, lock, Duration.ZERO).thenApply(told -> {
            if (kind == OrderKind.RELEASE || kind == OrderKind.RELEASE_UNOWNED) {
                scene.lasted(lane, Timeline.Kind.ASKED, asked, "release: " + text(told));
                scene.believesNoMore(lane);
            }
            return new Heard(told, System.nanoTime());
        });
    }

    CompletableFuture<ClientMessage> contend(Duration length) {
        long asked = System.nanoTime();
        return host.order(OrderKind.CONTEND, "contention", lock, length).thenApply(told -> {
            scene.lasted(lane, Timeline.Kind.ASKED, asked, "three threads acquire and release: " + text(told));
            return told;
        });
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
