// SPDX-License-Identifier: Apache-2.0
package dev.interlock.kotlin

import dev.interlock.memory.MemoryStore
import dev.interlock.spi.AcquireOutcome
import dev.interlock.spi.Attempt
import dev.interlock.tck.forward.ForwardingBackend
import java.util.concurrent.CountDownLatch
import java.util.function.Supplier

/** A store in memory that grants a lock, and whose reply to the client waits until the test lets it go. */
internal class HeldBackGrants : ForwardingBackend(MemoryStore().backend()) {

    private val granted = CountDownLatch(1)
    private val replies = CountDownLatch(1)

    override fun acquire(attempt: Attempt, step: Supplier<AcquireOutcome>): AcquireOutcome {
        val outcome = step.get()
        granted.countDown()
        replies.await()
        return outcome
    }

    fun awaitGrant() = granted.await()

    fun reply() = replies.countDown()
}
