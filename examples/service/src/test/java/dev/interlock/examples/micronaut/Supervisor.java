// SPDX-License-Identifier: Apache-2.0
package dev.interlock.examples.micronaut;

import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Pauses, kills and restarts the instances that this JVM started, and no other process. Used only by the executor's
 * thread.
 */
final class Supervisor {

    /** Longer than the lease, so that another instance gets the lock, and short enough to wait for. */
    static final Duration PAUSE = Duration.ofSeconds(Fleet.LEASE_SECONDS + 5);

    private static final int KEPT = 50;

    private final Map<String, Instance> instances;
    private final ScheduledExecutorService executor;
    private final InstantSource clock;
    private final Deque<Outage> outages = new ArrayDeque<>();

    Supervisor(List<Instance> instances, ScheduledExecutorService executor, InstantSource clock) {
        this.instances = instances.stream().collect(Collectors.toUnmodifiableMap(Instance::name, Function.identity()));
        this.executor = executor;
        this.clock = clock;
    }

    /**
     * Follows an order of the page; an order that does not apply, such as to pause a dead process, changes nothing.
     *
     * @return false if there is no such instance or order
     */
    boolean obey(String name, String order) {
        Instance instance = instances.get(name);
        if (instance == null) {
            return false;
        }
        switch (order) {
            case "pause" -> pause(instance);
            case "resume" -> resume(instance);
            case "kill" -> kill(instance);
            case "start" -> start(instance);
            default -> {
                return false;
            }
        }
        return true;
    }

    private void pause(Instance instance) {
        if (lasting(instance) == null) {
            instance.freeze();
            Outage begun = new Outage(instance.name(), Outage.PAUSED, clock.millis(), null);
            add(begun);
            executor.schedule(() -> resume(instance, begun), PAUSE.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    private void resume(Instance instance) {
        Outage outage = lasting(instance);
        if (outage != null) {
            resume(instance, outage);
        }
    }

    /** Does nothing if that pause is over and this is its scheduled end. */
    private void resume(Instance instance, Outage pause) {
        if (pause.kind().equals(Outage.PAUSED) && outages.contains(pause)) {
            instance.thaw();
            end(pause);
        }
    }

    private void kill(Instance instance) {
        Outage outage = lasting(instance);
        if (outage == null || outage.kind().equals(Outage.PAUSED)) {
            instance.kill();
            if (outage != null) {
                end(outage);
            }
            add(new Outage(instance.name(), Outage.KILLED, clock.millis(), null));
        }
    }

    private static void start(Instance instance) {
        if (!instance.isAlive()) {
            instance.startAgain();
        }
    }

    private void add(Outage outage) {
        outages.add(outage);
        if (outages.size() > KEPT) {
            outages.remove();
        }
    }

    private void end(Outage outage) {
        outages.remove(outage);
        outages.add(outage.until(clock.millis()));
    }

    private @Nullable Outage lasting(Instance instance) {
        return outages.stream()
                .filter(each -> each.instance().equals(instance.name()) && each.to() == null)
                .findFirst()
                .orElse(null);
    }

    /**
     * The present state.
     *
     * @return each process with its state (running, paused, killed or starting), and the latest outages
     */
    Map<String, Object> look() {
        instances.values().forEach(this::noteEnd);
        instances.values().forEach(this::noteReturn);
        List<Map<String, Object>> processes = instances.values().stream()
                .sorted((one, other) -> one.name().compareTo(other.name()))
                .map(each -> Map.<String, Object>of(
                        "name", each.name(), "uri", each.uri(), "pid", each.pid(), "state", state(each)))
                .toList();
        return Map.of(
                "processes", processes,
                "pauseSeconds", PAUSE.toSeconds(),
                "outages", List.copyOf(outages));
    }

    /** A user may have killed it from a terminal. */
    private void noteEnd(Instance instance) {
        if (!instance.isAlive()) {
            kill(instance);
        }
    }

    /** A restarted instance counts as back when it serves. */
    private void noteReturn(Instance instance) {
        Outage outage = lasting(instance);
        if (outage != null && outage.kind().equals(Outage.KILLED) && instance.isAlive() && instance.accepts()) {
            end(outage);
        }
    }

    private String state(Instance instance) {
        Outage outage = lasting(instance);
        if (!instance.isAlive()) {
            return "killed";
        }
        if (outage == null) {
            return "running";
        }
        return outage.kind().equals(Outage.PAUSED) ? "paused" : "starting";
    }
}
