// SPDX-License-Identifier: Apache-2.0
package dev.interlock.planted.spi.toolbox;

/** No fault: something for the others to see. */
public interface Tool {}
