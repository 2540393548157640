// SPDX-License-Identifier: Apache-2.0
package dev.interlock.examples.account;

/**
 * A transfer that was made.
 *
 * @param request its id
 * @param amount how much
 * @param repeated whether it was done by an earlier request with that id
 */
public record Transfer(String request, long amount, boolean repeated) {}
