// SPDX-License-Identifier: Apache-2.0
/** Elections of an application: methods that lead, and the leader initiator of Spring Integration. */
@NullMarked
package dev.interlock.spring.boot.leader;

import org.jspecify.annotations.NullMarked;
