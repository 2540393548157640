// SPDX-License-Identifier: Apache-2.0
package dev.interlock.kotlin

import dev.interlock.AcquireOptions
import dev.interlock.DistributedLock
import dev.interlock.LockHandle
import dev.interlock.LockHold
import dev.interlock.LockLostException
import dev.interlock.LockTimeoutException
import dev.interlock.MultiLock
import dev.interlock.MultiLockHandle
import java.util.concurrent.CompletableFuture
import kotlin.time.Duration
import kotlinx.coroutines.CoroutineScope

/**
 * Returns the suspending form of this lock. No I/O.
 *
 * It is a type of its own, and not extensions of [DistributedLock]: a member wins over an extension of the same name,
 * so a `withLock` there would be the blocking one.
 */
public fun DistributedLock.suspending(): SuspendingLock<LockHandle> = SuspendingLock("'${name()}'", ::acquireAsync)

/** Returns the suspending form of this set of locks. No I/O. */
public fun MultiLock.suspending(): SuspendingLock<MultiLockHandle> = SuspendingLock(names().toString(), ::acquireAsync)

/**
 * A lock, or a set of locks, for coroutines. Its functions suspend and block no thread (unless the backend declares
 * [dev.interlock.Waiting.BLOCKING]), and no thread owns the lock: a coroutine may resume on any dispatcher and release
 * there. It is not re-entrant: a coroutine that holds the lock and acquires it again waits for itself until its limit.
 * A value object without a state. Thread-safe.
 *
 * ```kotlin
 * val lock = client.lock("orders/42").suspending()
 * val receipt = lock.withLock { handle -> orders.pay(42, handle.fencingToken()) }
 * ```
 *
 * All functions throw the exceptions of [DistributedLock.acquireAsync]. The caller does not hold the lock then. If the
 * coroutine is cancelled while it waits, the request ends, and the client releases a late grant.
 *
 * @param H the handle: [LockHandle] or [MultiLockHandle]
 */
public class SuspendingLock<H : LockHold>
internal constructor(private val what: String, private val request: (AcquireOptions) -> CompletableFuture<H>) {

    /**
     * Acquires the lock, waiting up to the limit in the options. Prefer [withLock], which cannot forget the release.
     *
     * @param options overrides of the client's defaults
     * @return the handle, to be released by [releaseSuspending]
     * @throws LockTimeoutException if other holders kept the lock until the limit. The caller does not hold it.
     */
    public suspend fun acquire(options: AcquireOptions = AcquireOptions.inherited()): H = request(options).awaitHold()

    /**
     * As [acquire], but a lock that is taken is an answer. Without options, makes one attempt without a wait.
     *
     * @param options overrides of the client's defaults; options without a limit wait as long as [acquire]
     * @return the handle, to be released by [releaseSuspending]; null if other holders kept the lock until the limit
     */
    public suspend fun tryAcquire(options: AcquireOptions = ONE_ATTEMPT): H? =
        try {
            acquire(options)
        } catch (taken: LockTimeoutException) {
            null
        }

    /**
     * Acquires the lock, runs the body and releases the lock. The body is a scope: the lock is held until the
     * coroutines that it launches have ended, too.
     *
     * A cancellation of the caller, also by a time-out around the call, cancels the body. The lock is released when the
     * body and its coroutines have ended. The release itself is not cancelled.
     *
     * If the lock is lost, the body is cancelled, because another holder may be active. A body that does not suspend
     * does not notice that, so let the resource check the fencing token.
     *
     * @param options overrides of the client's defaults
     * @param body the work to do while the lock is held. It receives the handle and leaves the release to this
     *   function.
     * @return the result of the body
     * @throws LockLostException if the lock was lost before the body ended. If the body fails by itself, its exception
     *   is thrown, and the loss is suppressed.
     * @throws LockTimeoutException as in [acquire]; the body was not run
     */
    public suspend fun <T> withLock(
        options: AcquireOptions = AcquireOptions.inherited(),
        body: suspend CoroutineScope.(H) -> T,
    ): T = LockedBody(what, acquire(options)).run(body)

    /**
     * As [withLock], but does nothing if the lock is taken. Without options, makes one attempt without a wait.
     *
     * @param options overrides of the client's defaults; options without a limit wait as long as [acquire]
     * @param body the work to do while the lock is held. Its result is not null, so that null has one meaning.
     * @return the result of the body; null if other holders kept the lock until the limit, and the body was not run
     */
    public suspend fun <T : Any> tryWithLock(
        options: AcquireOptions = ONE_ATTEMPT,
        body: suspend CoroutineScope.(H) -> T,
    ): T? = tryAcquire(options)?.let { LockedBody(what, it).run(body) }

    private companion object {
        private val ONE_ATTEMPT = waitAtMost(Duration.ZERO)
    }
}
