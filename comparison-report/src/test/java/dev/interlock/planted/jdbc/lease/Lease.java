// SPDX-License-Identifier: Apache-2.0
package dev.interlock.planted.jdbc.lease;

/** No fault: a class of an upper layer of a backend. */
public final class Lease {}
