// SPDX-License-Identifier: Apache-2.0
package dev.interlock.planted.mutants.memory.defect;

/** No fault: a defect of which several mutants are made. */
public interface Defect {}
