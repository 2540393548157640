// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut;

import io.micronaut.aop.Around;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Runs a method under a lock, or under several: acquired before it begins, released when it has ended, also by an
 * exception. On a class it is on each of its methods that Micronaut can intercept, and those of its subclasses; the
 * annotation of a method replaces that of its class. With a
 * {@code CompletionStage} or a {@code Publisher} that is when the stage or the stream has ended. {@link CurrentLock}
 * gives the handle, and so the fencing token, within the method.
 *
 * <p>Several names are acquired all or none, in an order of their own, so that methods that name the same locks do not
 * wait for each other for ever: see {@link dev.interlock.MultiLock}.
 *
 * <p>A method that is called within another one that holds its lock, on the same thread, runs under that hold, without
 * a request: what its annotation says about durations does not count then. It is refused with
 * {@link IllegalStateException} if it returns a {@code CompletionStage} or a {@code Publisher}, which would wait for
 * the outer method to end, or if only some of its locks are held.
 *
 * <p>It is outside of {@code @Transactional}: a transaction has ended when its lock is released, and holds no
 * connection while its lock is waited for. It is inside of {@code @Retryable}, {@code @Async} and {@code @Cacheable}.
 *
 * <p>The caller gets {@link dev.interlock.LockTimeoutException} if others had the lock,
 * {@link dev.interlock.LockUnavailableException} or {@link dev.interlock.LockOutcomeUnknownException} if the store did
 * not serve the request, in each case without the method having been called; and
 * {@link dev.interlock.LockLostException} if it was called but the lock was lost before it ended: others may have been
 * inside. If the method threw, that is thrown, with the loss as a suppressed exception. A name that is null, too long
 * or cannot be evaluated is an {@link IllegalArgumentException}. There is no way in which the method runs without the
 * lock, if it is called through its bean and its class was compiled with Micronaut's annotation processor.
 *
 * <p>Durations are written as in the configuration, such as {@code 500ms}, {@code 30s} or {@code PT10M}, and may be
 * placeholders such as {@code ${report.lease}}. An empty one is taken from {@code locks.named.<name>}, and there from
 * {@code locks}.
 *
 * <p>Micronaut does not evaluate both {@code #{...}} and {@code ${...}} in one annotation, and such calls are refused:
 * write {@code #{env['name']}} for a property in the name, and configure durations by {@code locks.named.<name>}.
 */
@Documented
@Around
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD, ElementType.ANNOTATION_TYPE})
public @interface Locked {

    /**
     * The name of the lock, in which {@code #{...}} stands for an expression on the arguments, such as
     * {@code order-#{id}}; or several names. On a class there are no arguments.
     *
     * @return the names, with expressions; each counts once
     */
    String[] value();

    /**
     * What to do while another holder has the lock.
     *
     * @return wait, fail or skip the call
     */
    OnContention onContention() default OnContention.WAIT;

    /**
     * How long to wait for the lock, from the call on, by this instance's clock; with {@link OnContention#WAIT} only.
     *
     * @return a duration, {@code unlimited}, or empty
     */
    String waitAtMost() default "";

    /**
     * How long the store keeps the lock without renewal, by its own clock: how soon a crashed holder no longer blocks
     * others. It is renewed while the method runs.
     *
     * @return a duration, or empty
     */
    String lease() default "";

    /**
     * The shortest time to keep the lock, from the grant on, by this instance's clock: a method that ends sooner
     * returns, and the lock is released later. So a short job runs once for a tick although the clocks of the instances
     * differ. A stop or crash of this instance ends the hold sooner.
     *
     * @return a duration, or empty
     */
    String minHold() default "";

    /**
     * The longest time to keep the lock, from the request that was granted on, by this instance's clock. A method that
     * runs on is not interrupted; the lock is lost then, and the caller is told.
     *
     * @return a duration, or empty
     */
    String maxHold() default "";

    /**
     * The name of the {@link dev.interlock.LockClient} bean to use.
     *
     * @return a bean name; empty means the only or primary one
     */
    String client() default "";
}
