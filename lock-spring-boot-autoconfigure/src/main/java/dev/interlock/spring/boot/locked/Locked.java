// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.locked;

import dev.interlock.annotation.CurrentLock;
import dev.interlock.annotation.OnContention;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Runs a method of a Spring bean under a lock, or under several. The lock is acquired before the method begins and
 * released when it has ended, also by an exception. If the method returns a {@code CompletionStage}, a {@code Publisher}
 * or another reactive type that Spring adapts to one, it ends with that stage or stream. Inside the method,
 * {@link CurrentLock} gives access to the handle and its fencing token.
 *
 * <p><b>On a class</b> the annotation applies to each method that Spring can intercept, subclasses included. An
 * annotation on a method replaces that of its class.
 *
 * <p><b>Several names</b> are acquired all or none, in a fixed order. So methods that name the same locks do not
 * deadlock: see {@link dev.interlock.MultiLock}.
 *
 * <p><b>Nested calls.</b> A method that is called on the same thread inside a method that holds its lock runs under
 * that hold. No request is sent, and the durations of its own annotation do not apply. The call fails with
 * {@link IllegalStateException} if only some of its locks are held. It also fails if it returns a stage or a stream,
 * which would wait for the outer method to end.
 *
 * <p><b>Order of advice.</b> The lock is taken before {@code @Transactional}, {@code @Cacheable} and {@code @Retryable}
 * of Spring Retry act, and released after them. So the transaction ends before the release, and the wait for the lock
 * holds no connection. {@code @Async} and the {@code @Retryable} of Spring 7 itself act before the lock, so each retry
 * acquires it again. As with all advice, a call from within the same bean is not intercepted.
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
 * <p>The start of the application fails if a method cannot be intercepted (private, static, final, in a final class, or
 * a suspending function of Kotlin), or if the annotation has a value that cannot be kept.
 *
 * <p><b>Durations</b> are written with a unit, such as {@code 500ms}, {@code 30s} or {@code PT10M}. They may be
 * placeholders such as {@code ${report.lease}}. If {@code waitAtMost}, {@code lease} or {@code maxHold} is empty, it is
 * that of the lock's block in {@code interlock.named}, or else that of {@code interlock}.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD, ElementType.ANNOTATION_TYPE})
public @interface Locked {

    /**
     * The name of the lock, or several names. <code>#{...}</code> is an expression of Spring (SpEL) on the arguments:
     * <code>order-#{id}</code> or <code>order-#{#id}</code>. A bean is available by its name with an at sign before it, and
     * <code>${...}</code> is a property. Names of parameters need the compiler's option {@code -parameters}, which
     * Boot's build plugins set. On a class there are no arguments.
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
     * @return a duration; empty means none
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
