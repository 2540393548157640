// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.app;

import dev.interlock.annotation.OnContention;
import dev.interlock.spring.boot.locked.Locked;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.stereotype.Component;

/** An application whose jobs are observed. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
class Jobs {

    @Bean
    Seen seen() {
        return new Seen();
    }

    /** What was observed of the jobs. */
    static class Seen implements ObservationHandler<Observation.Context> {

        final List<String> granted = new CopyOnWriteArrayList<>();
        final List<Observation.Context> ended = new CopyOnWriteArrayList<>();

        @Override
        public boolean supportsContext(Observation.Context context) {
            return "interlock.locked".equals(context.getName());
        }

        @Override
        public void onEvent(Observation.Event event, Observation.Context context) {
            granted.add(String.valueOf(context.getContextualName()));
        }

        @Override
        public void onStop(Observation.Context context) {
            ended.add(context);
        }
    }

    /** The jobs. */
    @Component
    static class Job {

        private final ObservationRegistry registry;

        Job(ObservationRegistry registry) {
            this.registry = registry;
        }

        @Locked("job-#{id}")
        String run(String id) {
            Observation current = registry.getCurrentObservation();
            return current == null ? "" : String.valueOf(current.getContext().getContextualName());
        }

        @Locked(value = "job-#{id}", waitAtMost = "0s")
        CompletableFuture<String> later(String id, CompletableFuture<String> result) {
            return result;
        }

        @Locked(value = "job-#{id}", onContention = OnContention.SKIP)
        void skipped(String id) {}

        @Locked(value = "job-#{id}", onContention = OnContention.FAIL)
        void refused(String id) {}

        @Locked("job-#{id}")
        void fails(String id) {
            throw new UnsupportedOperationException(id);
        }
    }
}
