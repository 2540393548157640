// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.page;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.interlock.report.data.Report;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The JSON schema that follows from the records of a report. */
final class ReportSchema {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final TreeMap<String, ObjectNode> definitions = new TreeMap<>();

    private ReportSchema() {}

    static ObjectNode ofReports() {
        ReportSchema schema = new ReportSchema();
        ObjectNode report = schema.record(Report.class);
        ObjectNode root = MAPPER.createObjectNode();
        root.put("$schema", "https://json-schema.org/draft/2020-12/schema");
        root.put("title", "report.json of Interlock's comparison report");
        report.withObject("/properties").putObject("format").put("const", JsonFile.FORMAT);
        report.withArray("/required").add("format");
        root.setAll(report);
        ObjectNode all = root.putObject("$defs");
        schema.definitions.forEach(all::set);
        return root;
    }

    private ObjectNode record(Class<?> type) {
        ObjectNode node = MAPPER.createObjectNode().put("type", "object").put("additionalProperties", false);
        ObjectNode properties = node.putObject("properties");
        ArrayNode required = node.putArray("required");
        for (RecordComponent component : type.getRecordComponents()) {
            AnnotatedType annotated = component.getAnnotatedType();
            ObjectNode value = of(component.getGenericType());
            properties.set(component.getName(), annotated.isAnnotationPresent(Nullable.class) ? orNull(value) : value);
            required.add(component.getName());
        }
        return node;
    }

    private static ObjectNode orNull(ObjectNode value) {
        ObjectNode node = MAPPER.createObjectNode();
        node.putArray("anyOf").add(value).addObject().put("type", "null");
        return node;
    }

    private ObjectNode of(Type type) {
        if (type instanceof ParameterizedType list && list.getRawType().equals(List.class)) {
            ObjectNode node = MAPPER.createObjectNode().put("type", "array");
            node.set("items", of(list.getActualTypeArguments()[0]));
            return node;
        }
        Class<?> plain = (Class<?>) type;
        if (plain.isRecord()) {
            return reference(plain);
        }
        ObjectNode node = MAPPER.createObjectNode();
        if (plain.isEnum()) {
            ArrayNode names = node.putArray("enum");
            Arrays.stream(plain.getEnumConstants()).forEach(each -> names.add(each.toString()));
            return node;
        }
        return node.put("type", word(plain));
    }

    private ObjectNode reference(Class<?> type) {
        String name = type.getSimpleName();
        if (!definitions.containsKey(name)) {
            definitions.put(name, MAPPER.createObjectNode()); // in case it holds itself
            definitions.put(name, record(type));
        }
        return MAPPER.createObjectNode().put("$ref", "#/$defs/" + name);
    }

    private static String word(Class<?> type) {
        if (type == String.class) {
            return "string";
        }
        if (type == boolean.class) {
            return "boolean";
        }
        if (type == int.class || type == long.class) {
            return "integer";
        }
        if (type == double.class) {
            return "number";
        }
        throw new IllegalArgumentException("the schema has no word for " + type);
    }
}
