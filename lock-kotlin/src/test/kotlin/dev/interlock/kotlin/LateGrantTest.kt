// SPDX-License-Identifier: Apache-2.0
package dev.interlock.kotlin

import dev.interlock.ClientOptions
import dev.interlock.LockClient
import dev.interlock.memory.MemoryStore
import java.util.concurrent.ConcurrentLinkedQueue
import java.util.concurrent.atomic.AtomicInteger
import kotlin.coroutines.CoroutineContext
import kotlin.time.Duration.Companion.nanoseconds
import kotlin.time.Duration.Companion.seconds
import kotlinx.coroutines.CoroutineDispatcher
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.Runnable
import kotlinx.coroutines.cancelAndJoin
import kotlinx.coroutines.delay
import kotlinx.coroutines.joinAll
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withContext
import org.assertj.core.api.Assertions.assertThat
import org.awaitility.Awaitility.await
import org.junit.jupiter.api.Test

/** A grant whose coroutine has gone is released, wherever it was on its way. */
internal class LateGrantTest {

    private val patient = waitAtMost(20.seconds)
    private val bodies = AtomicInteger()

    @Test
    fun when_the_store_has_granted_and_its_reply_is_late() {
        val backend = HeldBackGrants()
        LockClient.using(backend, ClientOptions.STANDARD).use { client ->
            runBlocking(Dispatchers.Default) {
                val waiting = launch { client.lock("a").suspending().withLock(patient) { bodies.incrementAndGet() } }
                withContext(Dispatchers.IO) { backend.awaitGrant() }
                waiting.cancelAndJoin()
                backend.reply()
                await().until { client.inspect("a").isEmpty }
            }
        }
        assertThat(bodies).hasValue(0)
    }

    /**
     * Here `CompletableFuture.await()` of the library loses the handle: the cancellation wins on the way to the thread.
     */
    @Test
    fun when_the_grant_waits_for_the_dispatcher() {
        LockClient.using(MemoryStore().backend(), ClientOptions.STANDARD).use { client ->
            val dispatcher = HoldingDispatcher()
            val waiting =
                CoroutineScope(dispatcher).launch {
                    client.lock("a").suspending().withLock(patient) { bodies.incrementAndGet() }
                }
            dispatcher.run()
            await().until { dispatcher.size() == 1 }
            assertThat(client.inspect("a")).isPresent()
            waiting.cancel()
            dispatcher.run()
            await().until { waiting.isCompleted && client.inspect("a").isEmpty }
        }
        assertThat(bodies).hasValue(0)
    }

    @Test
    fun when_many_coroutines_are_cancelled_at_any_moment() {
        LockClient.using(MemoryStore().backend(), ClientOptions.STANDARD).use { client ->
            val lock = client.lock("a").suspending()
            runBlocking(Dispatchers.Default) {
                List(500) { i ->
                        launch {
                            val waiting = launch { lock.withLock(patient) { bodies.incrementAndGet() } }
                            delay((i * 2_000).nanoseconds)
                            waiting.cancelAndJoin()
                        }
                    }
                    .joinAll()
            }
            await().until { client.inspect("a").isEmpty }
        }
    }

    /** Runs what is handed to it when the test says so. */
    private class HoldingDispatcher : CoroutineDispatcher() {

        private val held = ConcurrentLinkedQueue<Runnable>()

        override fun dispatch(context: CoroutineContext, block: Runnable) {
            held += block
        }

        fun size() = held.size

        fun run() = generateSequence { held.poll() }.forEach { it.run() }
    }
}
