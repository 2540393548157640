// SPDX-License-Identifier: Apache-2.0
package dev.interlock.kotlin.docs

/** The application's own repository. */
internal interface Orders {

    suspend fun pay(id: Long, fencingToken: Long): String

    suspend fun deliver(id: Long, fencingToken: Long)

    suspend fun report(fencingToken: Long): String
}
