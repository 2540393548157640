// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut;

import dev.interlock.annotation.CurrentLock;
import dev.interlock.annotation.OnContention;
import io.micronaut.aop.Around;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Runs a method under a lock, or under several. The lock is acquired before the method begins and released when it has
 * ended, also by an exception. If the method returns a {@code CompletionStage} or a {@code Publisher}, it ends with
 * that stage or stream. Inside the method, {@link CurrentLock} gives access to the handle and its fencing token.
 *
 * <p><b>On a class</b> the annotation applies to each method that Micronaut can intercept, subclasses included. An
 * annotation on a method replaces that of its class.
 *
 * <p><b>Several names</b> are acquired all or none, in a fixed order. So methods that name the same locks do not
 * deadlock: see {@link dev.interlock.MultiLock}.
 *
 * <p><b>Nested calls.</b> A method that is called on the same thread inside a method that holds its lock runs under
 * that hold. No request is sent, and the durations of its own annotation do not apply. The call fails with
 * {@link IllegalStateException} if only some of its locks are held. It also fails if it returns a
 * {@code CompletionStage} or a {@code Publisher}, which would wait for the outer method to end.
 *
 * <p><b>Order of interceptors.</b> The lock is taken before the transaction of {@code @Transactional} begins and
 * released after it has ended, so the wait for the lock holds no connection. {@code @Retryable}, {@code @Async} and
 * {@code @Cacheable} act before the lock, by the positions that Micronaut gives them in {@code InterceptPhase}: each
 * retry acquires it again.
 *
 * <p><b>Failures.</b> The caller gets:
 *
 * <ul>
 *   <li>{@link dev.interlock.LockTimeoutException} if other holders kept the lock. The method was not called.
 *   <li>{@link dev.interlock.LockUnavailableException} or {@link dev.interlock.LockOutcomeUnknownException} if the
 *       store did not serve the request. The method was not called.
 *   <li>{@link dev.interlock.LockLostException} if the method was called but the lock was lost before it ended. Another
 *       holder may have been active at the same time.
 *   <li>The exception of the method if it threw. A loss of the lock is then a suppressed exception.
 *   <li>{@link IllegalArgumentException} if a name is null, too long or cannot be evaluated. The method was not called.
 * </ul>
 *
 * <p>The method never runs without the lock, provided that it is called through its bean and its class was compiled
 * with Micronaut's annotation processor.
 *
 * <p><b>Durations</b> are written as in the configuration, such as {@code 500ms}, {@code 30s} or {@code PT10M}. They
 * may be placeholders such as {@code ${report.lease}}. An empty duration is taken from {@code locks.named.<name>}, or
 * else from {@code locks}.
 *
 * <p>Micronaut does not evaluate both {@code #{...}} and {@code ${...}} in one annotation, so such calls are rejected.
 * Write {@code #{env['name']}} for a property in the name, and configure durations with {@code locks.named.<name>}.
 */
@Documented
@Around
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD, ElementType.ANNOTATION_TYPE})
public @interface Locked {

    /**
     * The name of the lock, or several names. {@code #{...}} is an expression on the arguments, such as
     * {@code order-#{id}}. On a class there are no arguments.
     *
     * @return the names, with expressions; duplicates count once
     */
    String[] value();

    /**
     * The reaction while another holder has the lock.
     *
     * @return wait, fail or skip the call
     */
    OnContention onContention() default OnContention.WAIT;

    /**
     * The longest wait for the lock, from the call, by this instance's clock. Only with {@link OnContention#WAIT}.
     *
     * @return a duration, {@code unlimited}, or empty
     */
    String waitAtMost() default "";

    /**
     * How long the store keeps the lock without a renewal, by the store's clock, which is how long a crashed holder
     * blocks others. The lease is renewed while the method runs.
     *
     * @return a duration, or empty
     */
    String lease() default "";

    /**
     * The shortest hold, from the grant, by this instance's clock. A method that ends sooner returns at once, and the
     * lock is released later. So a short job runs once per tick although the clocks of the instances differ. A stop or
     * crash of this instance ends the hold earlier.
     *
     * @return a duration, or empty
     */
    String minHold() default "";

    /**
     * The longest hold, from the granting request, by this instance's clock. At its end the lock is lost. A running
     * method is not interrupted; when it ends, its caller gets {@link dev.interlock.LockLostException}.
     *
     * @return a duration, or empty
     */
    String maxHold() default "";

    /**
     * The name of the {@link dev.interlock.LockClient} bean.
     *
     * @return a bean name; empty means the only or primary bean
     */
    String client() default "";
}
