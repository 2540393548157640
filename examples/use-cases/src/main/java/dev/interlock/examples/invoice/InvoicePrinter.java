// SPDX-License-Identifier: Apache-2.0
package dev.interlock.examples.invoice;

/** Makes the document of an invoice, which takes a while. Thread-safe. */
@FunctionalInterface
public interface InvoicePrinter {

    /**
     * Prints a draft, which counts once the invoice is committed.
     *
     * @param purchase the id of the purchase
     * @param number the number of the invoice
     * @throws InterruptedException if the thread was interrupted
     */
    void print(String purchase, long number) throws InterruptedException;
}
