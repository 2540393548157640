// SPDX-License-Identifier: Apache-2.0
package dev.interlock.kotlin.docs

import dev.interlock.LockClient
import dev.interlock.LockEvent
import dev.interlock.kotlin.events
import dev.interlock.kotlin.suspending
import dev.interlock.kotlin.waitAtMost
import kotlin.time.Duration.Companion.seconds
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.filterIsInstance
import kotlinx.coroutines.launch

internal class Payments(private val client: LockClient, private val orders: Orders) {

    /** Waits by the client's defaults. */
    suspend fun pay(id: Long): String {
        val lock = client.lock("orders/$id").suspending()
        return lock.withLock { handle -> orders.pay(id, handle.fencingToken()) }
    }

    /** Both deliveries end before the release. */
    suspend fun deliver(first: Long, second: Long) {
        val locks = client.lockAll(listOf("orders/$first", "orders/$second")).suspending()
        locks.withLock(waitAtMost(30.seconds)) { handle ->
            launch { orders.deliver(first, handle.fencingToken("orders/$first")) }
            launch { orders.deliver(second, handle.fencingToken("orders/$second")) }
        }
    }

    /** Null if another instance is at it. */
    suspend fun report(): String? {
        val lock = client.lock("report").suspending()
        return lock.tryWithLock { handle -> orders.report(handle.fencingToken()) }
    }

    fun losses(): Flow<LockEvent.Lost> = client.events().filterIsInstance<LockEvent.Lost>()
}
