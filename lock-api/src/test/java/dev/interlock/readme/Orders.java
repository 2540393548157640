// SPDX-License-Identifier: Apache-2.0
package dev.interlock.readme;

/** A table of orders that refuses older tokens than it has seen. */
interface Orders {

    void savePaid(String order, long fencingToken);
}
