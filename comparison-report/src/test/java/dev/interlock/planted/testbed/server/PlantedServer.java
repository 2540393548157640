// SPDX-License-Identifier: Apache-2.0
package dev.interlock.planted.testbed.server;

/** What those see who see a server. */
public final class PlantedServer {}
