// The parts that abacus computes with, and their tests beside them.
import type { Files } from '../case.ts';

const { raw } = String;

export const ABACUS_PARTS: Files = {
  'src/lexer.rs': raw`use crate::Error;

#[derive(Debug, Clone, PartialEq)]
pub enum Token {
    Number(f64),
    Name(String),
    Sign(char),
}

/// An iterator over the tokens of a text.
pub struct Lexer<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Lexer<'a> {
    pub fn new(text: &'a str) -> Self {
        Lexer { text, at: 0 }
    }

    fn take_while(&mut self, wanted: impl Fn(char) -> bool) -> &'a str {
        let rest = &self.text[self.at..];
        let end = rest.find(|c| !wanted(c)).unwrap_or(rest.len());
        self.at += end;
        &rest[..end]
    }
}

impl Iterator for Lexer<'_> {
    type Item = Result<Token, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        self.take_while(char::is_whitespace);
        let at = self.at;
        let found = self.text[at..].chars().next()?;
        Some(match found {
            '0'..='9' | '.' => self
                .take_while(|c| c.is_ascii_digit() || c == '.')
                .parse()
                .map(Token::Number)
                .map_err(Error::from),
            'a'..='z' => Ok(Token::Name(self.take_while(|c| c.is_ascii_lowercase()).to_string())),
            '+' | '-' | '*' | '/' | '^' | '(' | ')' | ',' => {
                self.at += 1;
                Ok(Token::Sign(found))
            }
            _ => {
                self.at = self.text.len();
                Err(Error::Unexpected { found, at })
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> Vec<Token> {
        Lexer::new(text).collect::<Result<_, _>>().unwrap()
    }

    #[test]
    fn splits() {
        assert_eq!(
            tokens("1.5*max"),
            [Token::Number(1.5), Token::Sign('*'), Token::Name("max".into())]
        );
    }

    #[test]
    fn skips_blanks() {
        assert_eq!(tokens("  1 \t+ 2 "), tokens("1+2"));
        assert_eq!(tokens("   "), []);
    }

    #[test]
    fn stops_at_what_it_does_not_know() {
        let found: Vec<_> = Lexer::new("1 $ 2").collect();
        assert_eq!(found, [Ok(Token::Number(1.0)), Err(Error::Unexpected { found: '$', at: 2 })]);
    }

    #[test]
    fn refuses_two_points() -> Result<(), Error> {
        assert!(matches!(Lexer::new("1.2.3").next(), Some(Err(Error::Number(_)))));
        assert_eq!(Lexer::new("12").next().unwrap()?, Token::Number(12.0));
        Ok(())
    }
}
`,
  'src/parser.rs': raw`use std::iter::Peekable;

use crate::{Error, Lexer, Token};

#[derive(Debug, Clone, PartialEq)]
pub enum Expr {
    Number(f64),
    Negate(Box<Expr>),
    Binary(char, Box<Expr>, Box<Expr>),
    Call(String, Vec<Expr>),
}

/// Signs, how strongly they bind, and whether they bind to the right.
const BINDS: &[(char, u8, bool)] =
    &[('+', 1, false), ('-', 1, false), ('*', 2, false), ('/', 2, false), ('^', 4, true)];
const NEGATION: u8 = 3;

struct Parser<I: Iterator<Item = Result<Token, Error>>> {
    tokens: Peekable<I>,
}

impl<I: Iterator<Item = Result<Token, Error>>> Parser<I> {
    fn sign(&mut self) -> Result<Option<char>, Error> {
        match self.tokens.peek() {
            Some(Ok(Token::Sign(sign))) => Ok(Some(*sign)),
            Some(Err(error)) => Err(error.clone()),
            _ => Ok(None),
        }
    }

    fn expect(&mut self, wanted: char) -> Result<(), Error> {
        match self.tokens.next().transpose()? {
            Some(Token::Sign(sign)) if sign == wanted => Ok(()),
            Some(_) => Err(Error::Unexpected { found: wanted, at: 0 }),
            None => Err(Error::Ended),
        }
    }

    fn list(&mut self) -> Result<Vec<Expr>, Error> {
        let mut all = vec![self.expression(0)?];
        while self.sign()? == Some(',') {
            self.tokens.next();
            all.push(self.expression(0)?);
        }
        Ok(all)
    }

    fn atom(&mut self) -> Result<Expr, Error> {
        match self.tokens.next().transpose()?.ok_or(Error::Ended)? {
            Token::Number(number) => Ok(Expr::Number(number)),
            Token::Name(name) => {
                self.expect('(')?;
                let all = self.list()?;
                self.expect(')')?;
                Ok(Expr::Call(name, all))
            }
            Token::Sign('(') => {
                let inner = self.expression(0)?;
                self.expect(')')?;
                Ok(inner)
            }
            Token::Sign('-') => Ok(Expr::Negate(Box::new(self.expression(NEGATION)?))),
            Token::Sign(found) => Err(Error::Unexpected { found, at: 0 }),
        }
    }

    fn expression(&mut self, least: u8) -> Result<Expr, Error> {
        let mut left = self.atom()?;
        while let Some(sign) = self.sign()? {
            let (strength, right) = match BINDS.iter().find(|(known, ..)| *known == sign) {
                Some(&(_, strength, right)) if strength > least => (strength, right),
                _ => break,
            };
            self.tokens.next();
            let next = self.expression(if right { strength - 1 } else { strength })?;
            left = Expr::Binary(sign, Box::new(left), Box::new(next));
        }
        Ok(left)
    }
}

/// Reads a whole text.
pub fn parse(text: &str) -> Result<Expr, Error> {
    let mut parser = Parser { tokens: Lexer::new(text).peekable() };
    let whole = parser.expression(0)?;
    match parser.tokens.next().transpose()? {
        None => Ok(whole),
        Some(Token::Sign(found)) => Err(Error::Unexpected { found, at: 0 }),
        Some(_) => Err(Error::Ended),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(expr: &Expr) -> String {
        match expr {
            Expr::Number(number) => number.to_string(),
            Expr::Negate(inner) => format!("-{}", shown(inner)),
            Expr::Binary(sign, left, right) => format!("({}{sign}{})", shown(left), shown(right)),
            Expr::Call(name, all) => format!("{name}[{}]", all.iter().map(shown).collect::<Vec<_>>().join(";")),
        }
    }

    #[test]
    fn binds() {
        for (text, wanted) in [
            ("1+2*3", "(1+(2*3))"),
            ("1-2-3", "((1-2)-3)"),
            ("2^3^2", "(2^(3^2))"),
            ("-2^2", "-(2^2)"),
            ("max(1,2+3)", "max[1;(2+3)]"),
        ] {
            assert_eq!(shown(&parse(text).unwrap()), wanted, "{text}");
        }
    }

    #[test]
    fn refuses() {
        assert_eq!(parse("1+"), Err(Error::Ended));
        assert_eq!(parse("1)"), Err(Error::Unexpected { found: ')', at: 0 }));
        assert!(parse("(1").is_err());
    }
}
`,
  'src/functions.rs': raw`use crate::Error;

/// Something with a name that is computed.
pub trait Function {
    fn name(&self) -> &'static str;
    fn arity(&self) -> usize;
    fn apply(&self, values: &[f64]) -> Result<f64, Error>;

    fn call(&self, values: &[f64]) -> Result<f64, Error> {
        if values.len() != self.arity() {
            return Err(Error::Arity { name: self.name(), wanted: self.arity(), got: values.len() });
        }
        self.apply(values)
    }
}

/// A row of the table.
pub struct Row {
    name: &'static str,
    arity: usize,
    apply: fn(&[f64]) -> Option<f64>,
}

impl Function for Row {
    fn name(&self) -> &'static str {
        self.name
    }
    fn arity(&self) -> usize {
        self.arity
    }
    fn apply(&self, values: &[f64]) -> Result<f64, Error> {
        (self.apply)(values).ok_or(Error::Domain(self.name))
    }
}

fn root(values: &[f64]) -> Option<f64> {
    Some(values[0]).filter(|value| *value >= 0.0).map(f64::sqrt)
}

fn most(values: &[f64]) -> Option<f64> {
    Some(values[0].max(values[1]))
}

fn size(values: &[f64]) -> Option<f64> {
    Some(values[0].abs())
}

/// Every function that there is, sorted by name.
pub const FUNCTIONS: &[Row] = &[
    Row { name: "abs", arity: 1, apply: size },
    Row { name: "max", arity: 2, apply: most },
    Row { name: "sqrt", arity: 1, apply: root },
];

#[cfg(test)]
mod tests {
    use super::*;

    fn called(name: &str, values: &[f64]) -> Result<f64, Error> {
        FUNCTIONS.iter().find(|row| row.name == name).expect("a function").call(values)
    }

    #[test]
    fn are_sorted() {
        assert!(FUNCTIONS.windows(2).all(|two| two[0].name < two[1].name));
    }

    #[test]
    fn compute() {
        assert_eq!(called("max", &[1.0, 3.0]), Ok(3.0));
        assert_eq!(called("sqrt", &[9.0]), Ok(3.0));
        assert_eq!(called("abs", &[-2.0]), Ok(2.0));
    }

    #[test]
    fn know_their_domain() {
        assert_eq!(called("sqrt", &[-1.0]), Err(Error::Domain("sqrt")));
    }

    #[test]
    fn count_values() {
        assert_eq!(called("max", &[1.0]), Err(Error::Arity { name: "max", wanted: 2, got: 1 }));
    }
}
`,
};
