// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.leader;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.aot.hint.annotation.Reflective;

/**
 * Calls a method of a Spring bean while this instance leads an election: of all instances of the application, one at a
 * time. The method has no parameter or one of type {@link dev.interlock.Leadership}, and its result is ignored. It leads
 * until it returns or the term must end, when its thread is interrupted ({@link dev.interlock.LeaderTask}). Then the
 * instance stands again.
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
 * <p>An instance stands once its beans are made, as the last part of its life cycle to start, and stands down as the first
 * one to stop, before its client closes. A store that cannot be reached delays the candidacy, not the start. Around each
 * call the application gets {@link dev.interlock.annotation.LeadershipGranted} and
 * {@link dev.interlock.annotation.LeadershipEnded} as events.
 *
 * <p>The start of the application fails if a method is private, static or final, has other parameters, or shares its
 * election with another method of the application.
 *
 * <p>Durations are written with a unit, such as {@code 500ms}, {@code 30s} or {@code PT10M}, and may be placeholders.
 */
@Documented
@Reflective
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
     * How long the store keeps the lock without a renewal, by the store's clock, which is how long a crashed leader blocks
     * others.
     *
     * @return a duration; empty for that of the lock's block in {@code interlock.named}, or else of {@code interlock}
     */
    String lease() default "";

    /**
     * How long before the end of the lease the method is interrupted, by this instance's clock:
     * {@link dev.interlock.ElectionOptions#margin()}.
     *
     * @return a duration; empty for a sixth of the lease
     */
    String margin() default "";

    /**
     * How long other instances may stand first, by this instance's clock: {@link dev.interlock.ElectionOptions#delay()}.
     *
     * @return a duration; empty for none
     */
    String delay() default "";

    /**
     * The longest term, by this instance's clock: {@link dev.interlock.ElectionOptions#maxTerm()}.
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
