// SPDX-License-Identifier: Apache-2.0
package dev.interlock.planted.internal.hold;

/** No fault: a class of an upper layer of the engine. */
public final class Hold {}
