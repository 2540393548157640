// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut.bare;

import io.micronaut.context.ApplicationContext;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import reactor.core.publisher.Mono;

/**
 * Runs in a JVM of its own, whose class path lacks what is optional. The arguments are properties, {@code name=value}.
 */
public final class SmallApplication {

    private SmallApplication() {}

    public static void main(String[] properties) throws Exception {
        Map<String, Object> given = Arrays.stream(properties)
                .map(property -> property.split("=", 2))
                .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1]));
        try (ApplicationContext context = ApplicationContext.run(given)) {
            SmallJob job = context.getBean(SmallJob.class);
            System.out.println("now " + job.now("1"));
            System.out.println("later " + job.later("2").toCompletableFuture().get(10, TimeUnit.SECONDS));
        } catch (RuntimeException e) {
            System.out.println("refused: " + e.getMessage());
        }
        try {
            System.out.println("there is " + Mono.class);
        } catch (NoClassDefFoundError e) {
            System.out.println("there is no Reactor");
        }
        // The threads of Micronaut's executor live on for a minute after the end of their context.
        System.exit(0);
    }
}
