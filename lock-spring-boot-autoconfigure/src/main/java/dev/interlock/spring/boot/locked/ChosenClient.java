// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.locked;

import dev.interlock.LockClient;
import dev.interlock.annotation.call.NameDefaults;

/**
 * The client of a method.
 *
 * @param bean the name of its bean
 * @param client the client
 * @param defaults what is configured for its locks by their name, and what it does not know itself
 */
record ChosenClient(String bean, LockClient client, NameDefaults defaults) {}
