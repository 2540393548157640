// SPDX-License-Identifier: Apache-2.0
package dev.interlock.kotlin

import dev.interlock.LockClient
import dev.interlock.LockEvent
import kotlinx.coroutines.channels.awaitClose
import kotlinx.coroutines.channels.trySendBlocking
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.callbackFlow

/**
 * The events of this client's locks, in order. Each collection registers a listener, of which a client has at most 16,
 * and receives the events from then on. The flow does not end by itself, also not when the client is closed: cancel its
 * collection.
 *
 * A slow collector delays no lock. The flow has a buffer of 64 events ([kotlinx.coroutines.flow.buffer] changes it),
 * and behind it the queue of the listener holds 4,096. When that is full, the newest events are lost, and the client
 * logs how many. With a conflated or dropping buffer the flow drops events itself, without a log line.
 *
 * @throws IllegalStateException in the collector, if the client already has 16 listeners
 * @throws dev.interlock.LockClientClosedException in the collector, if the client is closed
 */
public fun LockClient.events(): Flow<LockEvent> = callbackFlow {
    // The listener has a thread of its own, which waits here while the buffer is full.
    val registration = addListener { event -> trySendBlocking(event) }
    awaitClose { registration.close() }
}
