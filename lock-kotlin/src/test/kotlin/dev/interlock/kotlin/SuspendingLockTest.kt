// SPDX-License-Identifier: Apache-2.0
package dev.interlock.kotlin

import dev.interlock.ClientOptions
import dev.interlock.HandleState
import dev.interlock.LockClient
import dev.interlock.LockLostException
import dev.interlock.LockTimeoutException
import dev.interlock.ReleaseResult
import dev.interlock.RenewResult
import dev.interlock.memory.MemoryStore
import java.util.concurrent.CopyOnWriteArrayList
import java.util.concurrent.atomic.AtomicInteger
import kotlin.time.Duration.Companion.milliseconds
import kotlin.time.Duration.Companion.seconds
import kotlinx.coroutines.CancellationException
import kotlinx.coroutines.CompletableDeferred
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.DelicateCoroutinesApi
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.ExperimentalCoroutinesApi
import kotlinx.coroutines.TimeoutCancellationException
import kotlinx.coroutines.awaitCancellation
import kotlinx.coroutines.cancelAndJoin
import kotlinx.coroutines.delay
import kotlinx.coroutines.joinAll
import kotlinx.coroutines.launch
import kotlinx.coroutines.newSingleThreadContext
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withContext
import kotlinx.coroutines.withTimeout
import kotlinx.coroutines.yield
import org.assertj.core.api.Assertions.assertThat
import org.awaitility.Awaitility.await
import org.junit.jupiter.api.AfterEach
import org.junit.jupiter.api.Test

/** The lock lives as long as the body inside it and all that it launches, on any thread. */
internal class SuspendingLockTest {

    private val store = MemoryStore()
    private val client = LockClient.using(store.backend(), ClientOptions.STANDARD)
    private val lock = client.lock("orders/42").suspending()
    private val patient = waitAtMost(20.seconds)
    private val seen = CopyOnWriteArrayList<String>()

    @AfterEach fun stop() = client.close()

    private fun isFree() = client.inspect("orders/42").isEmpty

    private fun test(body: suspend CoroutineScope.() -> Unit) = runBlocking { withTimeout(60.seconds, body) }

    private suspend inline fun <reified E : Throwable> thrownBy(crossinline body: suspend () -> Unit): E {
        try {
            body()
        } catch (thrown: Throwable) {
            assertThat(thrown).isInstanceOf(E::class.java)
            return thrown as E
        }
        throw AssertionError("nothing was thrown")
    }

    @Test
    fun the_lock_is_held_in_the_body_and_free_after_it() = test {
        val token =
            lock.withLock(patient) { handle ->
                delay(1)
                assertThat(isFree()).isFalse()
                handle.fencingToken()
            }
        assertThat(isFree()).isTrue()
        assertThat(lock.withLock { it.fencingToken() }).isGreaterThan(token)
    }

    @Test
    fun what_the_body_launches_ends_under_the_lock() = test {
        lock.withLock(patient) {
            launch {
                delay(20.milliseconds)
                seen += "free: ${isFree()}"
            }
        }
        assertThat(seen).containsExactly("free: false")
        assertThat(isFree()).isTrue()
    }

    /** Where a lock belongs to a thread, the second thread cannot release it. */
    @OptIn(DelicateCoroutinesApi::class, ExperimentalCoroutinesApi::class)
    @Test
    fun the_body_may_end_on_another_thread_than_it_began() = test {
        val one = newSingleThreadContext("one")
        val two = newSingleThreadContext("two")
        val handle = withContext(one) { lock.acquire(patient) }
        withContext(two) { assertThat(handle.releaseSuspending()).isEqualTo(ReleaseResult.RELEASED) }
        withContext(one) {
            lock.withLock(patient) { withContext(two) { seen += Thread.currentThread().name.substringBefore(" ") } }
        }
        assertThat(seen).containsExactly("two")
        assertThat(isFree()).isTrue()
        one.close()
        two.close()
    }

    /** Where a lock belongs to a thread, two coroutines on one thread are both inside. */
    @Test
    fun coroutines_on_one_thread_exclude_each_other() = test {
        val inside = AtomicInteger()
        List(8) {
                launch {
                    lock.withLock(patient) {
                        assertThat(inside.incrementAndGet()).isOne()
                        delay(10.milliseconds)
                        inside.decrementAndGet()
                    }
                }
            }
            .joinAll()
    }

    @Test
    fun the_wait_does_not_block_its_thread() = test {
        val other = client.lock("orders/42").tryAcquire().orElseThrow()
        val waiter = launch { lock.withLock(patient) { seen += "inside" } }
        yield()
        other.release()
        waiter.join()
        assertThat(seen).containsExactly("inside")
    }

    @Test
    fun a_taken_lock_is_an_exception_of_acquire_and_an_answer_of_try() = test {
        val other = client.lock("orders/42").tryAcquire().orElseThrow()
        thrownBy<LockTimeoutException> { lock.acquire(waitAtMost(0.seconds)) }
        thrownBy<LockTimeoutException> { lock.withLock(waitAtMost(0.seconds)) { seen += "body" } }
        assertThat(lock.tryAcquire()).isNull()
        assertThat(lock.tryWithLock { seen += "body" }).isNull()
        assertThat(seen).isEmpty()
        other.release()
        assertThat(lock.tryWithLock { "done" }).isEqualTo("done")
        assertThat(lock.tryAcquire()?.releaseSuspending()).isEqualTo(ReleaseResult.RELEASED)
    }

    /** A time-out for another lock inside the body does not mean that this lock was taken. */
    @Test
    fun tryWithLock_passes_on_the_time_out_of_another_lock() = test {
        thrownBy<LockTimeoutException> { lock.tryWithLock { throw LockTimeoutException("another lock") } }
        assertThat(isFree()).isTrue()
    }

    @Test
    fun an_exception_of_the_body_releases() = test {
        val thrown =
            thrownBy<IllegalStateException> { lock.withLock(patient) { throw IllegalStateException("out of stock") } }
        assertThat(thrown).hasMessage("out of stock").hasNoSuppressedExceptions()
        assertThat(isFree()).isTrue()
    }

    @Test
    fun a_failed_child_of_the_body_releases() = test {
        thrownBy<IllegalStateException> {
            lock.withLock(patient) {
                launch { throw IllegalStateException("out of stock") }
                awaitCancellation()
            }
        }
        assertThat(isFree()).isTrue()
    }

    @Test
    fun a_cancel_in_the_body_releases_after_its_end() = test {
        val inside = CompletableDeferred<Unit>()
        val running = launch {
            lock.withLock(patient) {
                try {
                    inside.complete(Unit)
                    awaitCancellation()
                } finally {
                    seen += "free at its end: ${isFree()}"
                }
            }
        }
        inside.await()
        running.cancelAndJoin()
        assertThat(seen).containsExactly("free at its end: false")
        assertThat(isFree()).isTrue()
    }

    @Test
    fun a_time_out_around_it_releases() = test {
        thrownBy<TimeoutCancellationException> {
            withTimeout(50.milliseconds) { lock.withLock(patient) { awaitCancellation() } }
        }
        assertThat(isFree()).isTrue()
    }

    @Test
    fun a_cancel_during_the_wait_ends_the_request() = test {
        val other = client.lock("orders/42").tryAcquire().orElseThrow()
        val waiting = launch { lock.withLock(patient) { seen += "body" } }
        yield()
        client.addListener { seen += it.javaClass.simpleName }
        waiting.cancelAndJoin()
        await().until { "Cancelled" in seen }
        other.release()
        assertThat(client.lock("orders/42").tryAcquire()).isPresent()
        assertThat(seen).doesNotContain("body")
    }

    @Test
    fun a_loss_cancels_the_body_and_is_the_exception() = test {
        val thrown =
            thrownBy<LockLostException> {
                lock.withLock(patient) {
                    store.lose("orders/42")
                    try {
                        awaitCancellation()
                    } catch (cancelled: CancellationException) {
                        seen += "cancelled"
                        throw cancelled
                    }
                }
            }
        assertThat(seen).containsExactly("cancelled")
        assertThat(thrown)
            .hasMessageStartingWith("'orders/42' was lost before the work under it ended (")
            .hasMessageEndingWith("): others may have been inside; let the resource check the token")
            .hasNoSuppressedExceptions()
    }

    @Test
    fun a_loss_is_the_exception_after_a_body_that_did_not_suspend() = test {
        thrownBy<LockLostException> {
            lock.withLock(patient) { handle ->
                store.lose("orders/42")
                await().until { handle.state() == HandleState.LOST }
            }
        }
    }

    @Test
    fun a_loss_is_added_to_the_exception_of_the_body() = test {
        val thrown =
            thrownBy<IllegalStateException> {
                lock.withLock(patient) { handle ->
                    store.lose("orders/42")
                    await().until { handle.state() == HandleState.LOST }
                    throw IllegalStateException("out of stock")
                }
            }
        assertThat(thrown.suppressed).hasOnlyElementsOfType(LockLostException::class.java).hasSize(1)
    }

    /** The caller's own cancellation is not turned into an exception that it would handle. */
    @Test
    fun a_caller_that_is_cancelled_stays_cancelled_after_a_loss() = test {
        val inside = CompletableDeferred<Unit>()
        val running = launch {
            try {
                lock.withLock(patient) { handle ->
                    inside.complete(Unit)
                    try {
                        awaitCancellation()
                    } finally {
                        store.lose("orders/42")
                        await().until { handle.state() == HandleState.LOST }
                    }
                }
            } catch (thrown: Throwable) {
                seen += thrown.javaClass.simpleName
                seen += thrown.suppressed.map { it.javaClass.simpleName }
                throw thrown
            }
        }
        inside.await()
        running.cancelAndJoin()
        assertThat(seen).containsExactly("JobCancellationException", "LockLostException")
    }

    @Test
    fun a_cancelled_coroutine_releases_and_gets_the_result() = test {
        val acquired = CompletableDeferred<Unit>()
        val running = launch {
            val handle = lock.acquire(patient)
            try {
                acquired.complete(Unit)
                awaitCancellation()
            } finally {
                seen += handle.releaseSuspending().name
            }
        }
        acquired.await()
        running.cancelAndJoin()
        assertThat(seen).containsExactly("RELEASED")
        assertThat(isFree()).isTrue()
    }

    @Test
    fun a_set_of_locks_is_held_and_released_together() = test {
        client.lockAll(listOf("a", "b")).suspending().withLock(patient) { handle ->
            assertThat(client.inspect("a")).isPresent()
            assertThat(client.inspect("b")).isPresent()
            assertThat(handle.fencingToken("b")).isPositive()
        }
        assertThat(client.inspect("a")).isEmpty()
        assertThat(client.inspect("b")).isEmpty()
    }

    @Test
    fun a_renewal_takes_a_duration_of_Kotlin() = test {
        lock.withLock(patient.withLease(10.seconds)) { handle ->
            assertThat(handle.renewSuspending(60.seconds)).isEqualTo(RenewResult.RENEWED)
            handle.ensureHeld(50.seconds)
        }
    }

    @Test
    fun a_hold_is_checked_with_a_duration_of_Kotlin() = test {
        lock.withLock(patient.withLease(10.seconds)) { handle ->
            handle.ensureHeld(1.seconds)
            thrownBy<LockLostException> { handle.ensureHeld(11.seconds) }
        }
    }

    /** The member of the interface would be the blocking one, and would not accept a body that suspends. */
    @Test
    fun the_names_are_those_of_a_type_of_its_own() = test {
        assertThat(SuspendingLock::class.java.interfaces).isEmpty()
        withContext(Dispatchers.Default) { client.lock("orders/42").suspending().withLock { delay(1) } }
    }
}
