// SPDX-License-Identifier: Apache-2.0
package dev.interlock.kotlin

import dev.interlock.HandleState
import dev.interlock.LockHold
import dev.interlock.LockLost
import dev.interlock.LockLostException
import dev.interlock.ReleaseResult
import java.util.concurrent.atomic.AtomicReference
import kotlinx.coroutines.CancellationException
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.cancel
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.currentCoroutineContext
import kotlinx.coroutines.isActive

/** The body under one hold, from the grant to the release. */
internal class LockedBody<H : LockHold>(private val what: String, private val hold: H) {

    private val loss = AtomicReference<LockLost?>()

    suspend fun <T> run(body: suspend CoroutineScope.(H) -> T): T {
        val result =
            try {
                coroutineScope {
                    hold.onLost({ lost -> cancelFor(lost) }, Runnable::run)
                    body(hold)
                }
            } catch (failure: Throwable) {
                val lost = end() ?: throw failure
                if (failure is CancellationException && currentCoroutineContext().isActive) {
                    throw lost
                }
                failure.addSuppressed(lost)
                throw failure
            }
        end()?.let { throw it }
        return result
    }

    private fun CoroutineScope.cancelFor(lost: LockLost) {
        loss.set(lost)
        cancel("$what was lost: ${lost.detail()}")
    }

    /** Releases, and returns the exception if the lock was lost before. */
    private suspend fun end(): LockLostException? {
        val lost = hold.state() == HandleState.LOST
        if (hold.releaseSuspending() != ReleaseResult.NOT_HELD && !lost) {
            return null
        }
        val cause = loss.get()?.let { " (${it.detail()})" }.orEmpty()
        return LockLostException(
            "$what was lost before the work under it ended$cause: others may have been inside; let the resource check" +
                " the token",
            HandleState.LOST,
        )
    }
}
