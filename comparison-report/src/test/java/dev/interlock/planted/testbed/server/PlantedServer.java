// SPDX-License-Identifier: Apache-2.0
package dev.interlock.planted.testbed.server;

/** A class that only modules with servers see. */
public final class PlantedServer {}
