// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut;

import io.micronaut.context.annotation.Executable;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Calls a method while this instance leads an election: of all instances of the application, one at a time. The method has
 * no parameter or one of type {@link dev.interlock.Leadership}, and its result is ignored. It leads until it returns or the
 * term must end, when its thread is interrupted ({@link dev.interlock.LeaderTask}). Then the instance stands again.
 *
 * <pre>{@code
 * @Leader("scheduler")
 * void schedule(Leadership leadership) throws InterruptedException {
 *     while (true) {
 *         Job job = jobs.take(); // interrupted when the term must end
 *         leadership.ensureHeld(Duration.ofSeconds(1));
 *         job.run(leadership.term());
 *     }
 * }
 * }</pre>
 *
 * <p>An instance stands from the start of its context to the end, when it stands down before the client is closed. A store
 * that cannot be reached then delays that, and does not keep the application from starting. Before a term and after it,
 * the application gets {@link dev.interlock.annotation.LeadershipGranted} and
 * {@link dev.interlock.annotation.LeadershipEnded} as events.
 *
 * <p>Durations are written as in {@link Locked}, and may be placeholders.
 */
@Documented
@Executable(processOnStartup = true)
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Leader {

    /**
     * The name of the election, and of its lock. It may be a placeholder. Each election has one method in an application.
     *
     * @return the name
     */
    String value();

    /**
     * How long the store keeps the lock without a renewal, which is how long a crashed leader blocks others.
     *
     * @return a duration; empty for that of {@code locks.named.<name>}, or else of {@code locks}
     */
    String lease() default "";

    /**
     * How long before the end of the lease the method is interrupted: {@link dev.interlock.ElectionOptions#margin()}.
     *
     * @return a duration; empty for a sixth of the lease
     */
    String margin() default "";

    /**
     * How long other instances may stand first: {@link dev.interlock.ElectionOptions#delay()}.
     *
     * @return a duration; empty for none
     */
    String delay() default "";

    /**
     * The longest term: {@link dev.interlock.ElectionOptions#maxTerm()}.
     *
     * @return a duration; empty for none
     */
    String maxTerm() default "";

    /**
     * The name of the {@link dev.interlock.LockClient} bean.
     *
     * @return a bean name; empty means the only or primary bean
     */
    String client() default "";
}
