// SPDX-License-Identifier: Apache-2.0
package dev.interlock.annotation.leader;

import dev.interlock.Candidacy;
import dev.interlock.Leadership;
import dev.interlock.LockClient;
import dev.interlock.annotation.LeadershipEnded;
import dev.interlock.annotation.LeadershipGranted;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Function;

/** The {@code @Leader} methods of an application, with a candidate for each while the application runs. Thread-safe. */
public final class LeaderMethods {

    private final Consumer<? super LeadershipGranted> granted;
    private final Consumer<? super LeadershipEnded> ended;
    private final Map<String, LeaderMethod> methods = new ConcurrentHashMap<>();
    private final List<Candidacy> candidacies = new CopyOnWriteArrayList<>();

    /**
     * No methods yet.
     *
     * @param granted publishes the event before a method is called
     * @param ended publishes the event after a method has ended
     */
    public LeaderMethods(Consumer<? super LeadershipGranted> granted, Consumer<? super LeadershipEnded> ended) {
        this.granted = granted;
        this.ended = ended;
    }

    /**
     * Adds a method, which does not stand yet.
     *
     * @param method the method
     * @throws IllegalArgumentException if another method has its election
     */
    public void add(LeaderMethod method) {
        LeaderMethod other = methods.putIfAbsent(method.election(), method);
        if (other != null) {
            throw new IllegalArgumentException(method.text() + ": the election '" + method.election()
                    + "' has the method " + other.text() + " already: give each a name of its own");
        }
    }

    /**
     * Stands for each method. A store that cannot be reached delays a candidate and not this call.
     *
     * @param clients finds a client by the name of its bean, which is empty for the only or primary one
     * @throws RuntimeException if a client does not exist or does not support the options; then no method stands
     */
    public void stand(Function<String, ? extends LockClient> clients) {
        try {
            for (LeaderMethod method : methods.values()) {
                candidacies.add(clients.apply(method.client())
                        .election(method.election())
                        .lead(method.options(), leadership -> lead(method, leadership)));
            }
        } catch (RuntimeException e) {
            standDown();
            throw e;
        }
    }

    private void lead(LeaderMethod method, Leadership leadership) throws Exception {
        granted.accept(new LeadershipGranted(leadership));
        try {
            method.task().lead(leadership);
        } finally {
            ended.accept(new LeadershipEnded(leadership));
        }
    }

    /** Ends all candidacies; waits for each method for at most the rest of its lease. */
    public void standDown() {
        candidacies.forEach(Candidacy::abdicate);
        candidacies.forEach(Candidacy::close);
        candidacies.clear();
    }
}
