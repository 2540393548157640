// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.runner;

import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** Writes JUnit XML in the form that build servers read. */
final class SummaryXml {

    /** The characters that XML 1.0 cannot hold, not even escaped. */
    private static final String NOT_IN_XML = "[^\\t\\n\\r\\u0020-\\uD7FF\\uE000-\\uFFFD\\x{10000}-\\x{10FFFF}]";

    private final StringWriter text = new StringWriter();
    private final XMLStreamWriter xml;

    private SummaryXml() throws XMLStreamException {
        xml = XMLOutputFactory.newInstance().createXMLStreamWriter(text);
    }

    static String of(KitSummary summary) {
        try {
            SummaryXml writer = new SummaryXml();
            writer.suite(summary);
            return writer.text.toString();
        } catch (XMLStreamException e) {
            throw new IllegalStateException("a summary could not be written as XML", e);
        }
    }

    private void suite(KitSummary summary) throws XMLStreamException {
        List<RuleResult> tests =
                summary.rules().stream().flatMap(rule -> rule.tests().stream()).toList();
        xml.writeStartDocument("UTF-8", "1.0");
        xml.writeStartElement("testsuite");
        attribute("name", "Interlock TCK " + KitSummary.kitVersion() + ": " + summary.store());
        attribute("tests", tests.size());
        attribute("failures", count(tests, Outcome.FAILED));
        attribute("errors", count(tests, Outcome.ERROR));
        attribute("skipped", count(tests, Outcome.NOT_EXERCISED));
        attribute("time", seconds(tests.stream().map(RuleResult::duration).reduce(Duration.ZERO, Duration::plus)));
        for (RuleResult test : tests) {
            test(test);
        }
        xml.writeEndElement();
        xml.writeEndDocument();
    }

    private void test(RuleResult test) throws XMLStreamException {
        xml.writeStartElement("testcase");
        attribute("classname", test.rule().id());
        attribute("name", test.title());
        attribute("time", seconds(test.duration()));
        if (test.outcome() != Outcome.PASSED) {
            xml.writeEmptyElement(
                    switch (test.outcome()) {
                        case FAILED -> "failure";
                        case ERROR -> "error";
                        default -> "skipped";
                    });
            attribute("message", test.advised());
        }
        xml.writeEndElement();
    }

    private void attribute(String name, Object value) throws XMLStreamException {
        xml.writeAttribute(name, value.toString().replaceAll(NOT_IN_XML, "?"));
    }

    private static long count(List<RuleResult> tests, Outcome outcome) {
        return tests.stream().filter(test -> test.outcome() == outcome).count();
    }

    private static String seconds(Duration duration) {
        return String.format(Locale.ROOT, "%.3f", duration.toMillis() / 1000.0);
    }
}
