// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report;

/** Command line entry of the report; for now it only shows what it was asked to do. */
public final class Main {

    private Main() {}

    public static void main(String[] args) {
        System.out.println("report: " + String.join(" ", args));
    }
}
