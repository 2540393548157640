// SPDX-License-Identifier: Apache-2.0
package dev.interlock.kotlin

import dev.interlock.LockHold
import dev.interlock.LockLostException
import dev.interlock.ReleaseResult
import dev.interlock.RenewResult
import java.util.concurrent.CompletableFuture
import java.util.concurrent.CompletionException
import kotlin.coroutines.resumeWithException
import kotlin.time.Duration
import kotlin.time.toJavaDuration
import kotlinx.coroutines.NonCancellable
import kotlinx.coroutines.future.await
import kotlinx.coroutines.suspendCancellableCoroutine
import kotlinx.coroutines.withContext

/**
 * Releases as [LockHold.releaseAsync] does. A cancelled coroutine may call it: the release happens, and the function
 * returns its result.
 *
 * @return the result, the same for all calls
 */
public suspend fun LockHold.releaseSuspending(): ReleaseResult = withContext(NonCancellable) { releaseAsync().await() }

/**
 * Renews as [LockHold.renewAsync] does. A cancellation of the coroutine does not undo the renewal.
 *
 * @param lease the new minimum lease, counted from now by the server's clock
 * @return the outcome
 */
public suspend fun LockHold.renewSuspending(lease: Duration): RenewResult = renewAsync(lease.toJavaDuration()).await()

/**
 * Checks that the lock, or each lock of the set, is held, and for long enough. No I/O.
 *
 * @param atLeast the minimum of each lease that must be left; zero or more
 * @throws LockLostException as in [LockHold.ensureHeld]
 */
public fun LockHold.ensureHeld(atLeast: Duration): Unit = ensureHeld(atLeast.toJavaDuration())

/** Waits for a grant. A coroutine that is cancelled before it resumes with the grant releases it. */
internal suspend fun <H : LockHold> CompletableFuture<H>.awaitHold(): H = suspendCancellableCoroutine { continuation ->
    // Ends the request. A grant that comes after that goes back to the store.
    continuation.invokeOnCancellation { cancel(false) }
    whenComplete { hold, failure ->
        if (failure != null) {
            continuation.resumeWithException((failure as? CompletionException)?.cause ?: failure)
        } else {
            // The handler runs if the cancellation comes between the grant and the dispatcher.
            continuation.resume(hold) { _, late, _ -> late.releaseAsync() }
        }
    }
}
