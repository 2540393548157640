// SPDX-License-Identifier: Apache-2.0
package dev.interlock.kotlin.docs

import dev.interlock.ClientOptions
import dev.interlock.LockClient
import dev.interlock.memory.MemoryStore
import java.util.concurrent.ConcurrentLinkedQueue
import kotlin.io.path.Path
import kotlin.io.path.readText
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.async
import kotlinx.coroutines.flow.first
import kotlinx.coroutines.runBlocking
import org.assertj.core.api.Assertions.assertThat
import org.awaitility.Awaitility.await
import org.junit.jupiter.api.Test

/** The page shows code that is compiled and run. */
internal class PaymentsAreDocumentedTest {

    private val delivered = ConcurrentLinkedQueue<Long>()
    private val orders =
        object : Orders {
            override suspend fun pay(id: Long, fencingToken: Long) = "$id paid"

            override suspend fun deliver(id: Long, fencingToken: Long) {
                delivered += id
            }

            override suspend fun report(fencingToken: Long) = "reported"
        }

    @Test
    fun the_page_shows_exactly_this_code() {
        val source = Path("src/test/kotlin/dev/interlock/kotlin/docs/Payments.kt").readText()
        val shown = source.substring(source.indexOf("internal class ")).removePrefix("internal ")
        assertThat(Path("../docs/kotlin-and-reactor.md").readText()).contains("```kotlin\n$shown```")
    }

    @Test
    fun it_works() {
        val store = MemoryStore()
        LockClient.using(store.backend(), ClientOptions.STANDARD).use { client ->
            val payments = Payments(client, orders)
            runBlocking(Dispatchers.Default) {
                assertThat(payments.pay(42)).isEqualTo("42 paid")
                payments.deliver(1, 2)
                assertThat(delivered).containsExactlyInAnyOrder(1L, 2L)
                assertThat(payments.report()).isEqualTo("reported")
                val loss = async { payments.losses().first() }
                await().until {
                    client.lock("lost").tryAcquire()
                    store.lose("lost")
                    loss.isCompleted
                }
                assertThat(loss.await().lockName()).isEqualTo("lost")
            }
        }
    }
}
