// SPDX-License-Identifier: Apache-2.0
package dev.interlock.kotlin

import dev.interlock.ClientOptions
import dev.interlock.LockClient
import dev.interlock.LockEvent
import dev.interlock.memory.MemoryStore
import java.util.concurrent.atomic.AtomicInteger
import kotlin.time.Duration.Companion.seconds
import kotlinx.coroutines.CompletableDeferred
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.async
import kotlinx.coroutines.cancelAndJoin
import kotlinx.coroutines.flow.filterIsInstance
import kotlinx.coroutines.flow.map
import kotlinx.coroutines.flow.onEach
import kotlinx.coroutines.flow.take
import kotlinx.coroutines.flow.toList
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withTimeout
import org.assertj.core.api.Assertions.assertThat
import org.assertj.core.api.Assertions.assertThatThrownBy
import org.awaitility.Awaitility.await
import org.junit.jupiter.api.AfterEach
import org.junit.jupiter.api.Test

/** The events of a client as a flow: in order, and none lost to a collector that is slow for a while. */
internal class EventsTest {

    private val client = LockClient.using(MemoryStore().backend(), ClientOptions.STANDARD)

    @AfterEach fun stop() = client.close()

    private fun acquireAndRelease(times: Int) = repeat(times) { client.lock("a").tryAcquire().orElseThrow().release() }

    /** More than the flow's buffer holds, and less than the queue behind it. */
    @Test
    fun a_collector_that_stops_for_a_while_gets_all_of_them_in_order() =
        runBlocking(Dispatchers.Default) {
            val first = CompletableDeferred<Unit>()
            val goOn = CompletableDeferred<Unit>()
            val tokens = async {
                client
                    .events()
                    .filterIsInstance<LockEvent.Released>()
                    .onEach {
                        first.complete(Unit)
                        goOn.await()
                    }
                    .map { it.fencingToken }
                    .take(500)
                    .toList()
            }
            await().until {
                acquireAndRelease(1)
                first.isCompleted
            }
            acquireAndRelease(600)
            goOn.complete(Unit)
            val collected = withTimeout(20.seconds) { tokens.await() }
            assertThat(collected).isSorted().doesNotHaveDuplicates()
            assertThat(collected.last() - collected.first()).isEqualTo(499)
        }

    @Test
    fun a_cancelled_collection_removes_its_listener() =
        runBlocking(Dispatchers.Default) {
            val events = AtomicInteger()
            repeat(40) {
                val before = events.get()
                val collecting = launch { client.events().collect { events.incrementAndGet() } }
                await().until {
                    acquireAndRelease(1)
                    events.get() > before
                }
                collecting.cancelAndJoin()
            }
        }

    @Test
    fun a_closed_client_is_an_error_of_the_collection() {
        val events = client.events()
        client.close()
        assertThatThrownBy { runBlocking { events.collect {} } }.isInstanceOf(RuntimeException::class.java)
    }
}
