// SPDX-License-Identifier: Apache-2.0
package dev.interlock.kotlin.docs.quickstart

import dev.interlock.LockClient
import dev.interlock.kotlin.suspending

class Payments(private val locks: LockClient) {

    suspend fun pay(id: String): String =
        locks.lock("order-$id").suspending().withLock { handle -> "order $id paid with token ${handle.fencingToken()}" }
}

suspend fun main() {
    LockClient.connect("memory:").use { locks -> // one for the application
        println(Payments(locks).pay("42"))
    }
}
